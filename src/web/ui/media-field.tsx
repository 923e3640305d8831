import { Button, Loader } from '@mantine/core';
import { imageTypes } from '#shared/limits.ts';
import { FileChoice } from './file-choice.tsx';
import classes from './media-field.module.css';
import { MediaThumb, type ThumbWords } from './media-thumb.tsx';

/** The media types of the spec. */
export const accepted = [...imageTypes, 'mp4'].map((type) => `.${type}`).join(',');
const thumbSize = 48;

/** The words of the field, and those of the thumbnail. */
type MediaFieldWords = ThumbWords &
  Record<'label' | 'hint' | 'upload' | 'replace' | 'remove' | 'loading', string>;

type Props = {
  words: MediaFieldWords;
  /** Empty: no media. */
  url: string;
  isLoading: boolean;
  /** Why the last file was refused. */
  error?: string | undefined;
  onFile: (file: File) => void;
  onRemove: () => void;
};

/** A field for the picture or video of a text: empty, uploading or uploaded. */
export function MediaField({ words, url, isLoading, error, onFile, onRemove }: Props) {
  return (
    <fieldset className={classes.field}>
      <legend>{words.label}</legend>
      <div className={classes.row} aria-busy={isLoading}>
        {isLoading && <Loader size={thumbSize / 2} m={thumbSize / 4} />}
        {url && !isLoading && <MediaThumb url={url} size={thumbSize} words={words} />}
        <FileChoice label={words.label} accept={accepted} onFile={onFile} error={error}>
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
      {error && <p className={classes.error}>{error}</p>}
    </fieldset>
  );
}
