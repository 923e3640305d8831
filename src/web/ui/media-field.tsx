import { Button, Loader } from '@mantine/core';
import { imageTypes } from '#shared/limits.ts';
import { mediaWords } from '#shared/words/templates.ts';
import { FileChoice } from './file-choice.tsx';
import classes from './media-field.module.css';
import { MediaThumb } from './media-thumb.tsx';

/** The spec's media types. */
export const accepted = [...imageTypes, 'mp4'].map((type) => `.${type}`).join(',');
const thumbSize = 48;

type Props = {
  /** Empty: none. */
  url: string;
  isLoading: boolean;
  /** Why the last one was not taken. */
  trouble?: string | undefined;
  onFile: (file: File) => void;
  onRemove: () => void;
};

/** The picture or video that goes with a text: none, on its way up, or there. */
export function MediaField({ url, isLoading, trouble, onFile, onRemove }: Props) {
  return (
    <fieldset className={classes.field}>
      <legend>{mediaWords.label}</legend>
      <div className={classes.row} aria-busy={isLoading}>
        {isLoading && <Loader size={thumbSize / 2} m={thumbSize / 4} />}
        {url && !isLoading && <MediaThumb url={url} size={thumbSize} />}
        <FileChoice label={mediaWords.label} accept={accepted} onFile={onFile} trouble={trouble}>
          {(props) => (
            <Button {...props} variant="default" size="xs" disabled={isLoading}>
              {url ? mediaWords.replace : mediaWords.upload}
            </Button>
          )}
        </FileChoice>
        {url && !isLoading && (
          <Button variant="subtle" size="xs" onClick={onRemove}>
            {mediaWords.remove}
          </Button>
        )}
        <p className={classes.hint} role="status">
          {isLoading ? mediaWords.loading : !url && mediaWords.hint}
        </p>
      </div>
      {trouble && <p className={classes.trouble}>{trouble}</p>}
    </fieldset>
  );
}
