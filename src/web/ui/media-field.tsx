import { Button, Loader } from '@mantine/core';
import { imageTypes } from '#shared/limits.ts';
import { FileChoice } from './file-choice.tsx';
import classes from './media-field.module.css';
import { MediaThumb, type ThumbWords } from './media-thumb.tsx';

/** The spec's media types. */
export const accepted = [...imageTypes, 'mp4'].map((type) => `.${type}`).join(',');
const thumbSize = 48;

/** What the field says; of the picture itself, what the thumb says. */
type MediaFieldWords = ThumbWords &
  Record<'label' | 'hint' | 'upload' | 'replace' | 'remove' | 'loading', string>;

type Props = {
  words: MediaFieldWords;
  /** Empty: none. */
  url: string;
  isLoading: boolean;
  /** Why the last one was not taken. */
  trouble?: string | undefined;
  onFile: (file: File) => void;
  onRemove: () => void;
};

/** The picture or video that goes with a text: none, on its way up, or there. */
export function MediaField({ words, url, isLoading, trouble, onFile, onRemove }: Props) {
  return (
    <fieldset className={classes.field}>
      <legend>{words.label}</legend>
      <div className={classes.row} aria-busy={isLoading}>
        {isLoading && <Loader size={thumbSize / 2} m={thumbSize / 4} />}
        {url && !isLoading && <MediaThumb url={url} size={thumbSize} words={words} />}
        <FileChoice label={words.label} accept={accepted} onFile={onFile} trouble={trouble}>
          {(props) => (
            <Button {...props} variant="default" size="xs" disabled={isLoading}>
              {url ? words.replace : words.upload}
            </Button>
          )}
        </FileChoice>
        {url && !isLoading && (
          <Button variant="subtle" size="xs" onClick={onRemove}>
            {words.remove}
          </Button>
        )}
        <p className={classes.hint} role="status">
          {isLoading ? words.loading : !url && words.hint}
        </p>
      </div>
      {trouble && <p className={classes.trouble}>{trouble}</p>}
    </fieldset>
  );
}
