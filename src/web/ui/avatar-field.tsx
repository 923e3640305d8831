import { Button, Loader } from '@mantine/core';
import { imageTypes } from '#shared/limits.ts';
import classes from './avatar-field.module.css';
import { Face } from './face.tsx';
import { FileChoice } from './file-choice.tsx';

const accepted = imageTypes.map((type) => `.${type}`).join(',');
const size = 56;

type Props = {
  words: Record<'label' | 'upload' | 'replace' | 'remove' | 'loading', string>;
  /** The name. Its initials are shown if there is no picture. */
  name: string;
  url: string | null;
  isLoading: boolean;
  /** Why the last file was refused. */
  error: string | null;
  onFile: (file: File) => void;
  onRemove: () => void;
};

/** A field for the picture of a member or a billing: empty, uploading or uploaded. */
export function AvatarField({ words, name, url, isLoading, error, onFile, onRemove }: Props) {
  return (
    <fieldset className={classes.field} aria-label={words.label}>
      <div className={classes.row} aria-busy={isLoading}>
        <span className={classes.picture}>
          {isLoading ? (
            <Loader size={size / 2} role="status" aria-label={words.loading} />
          ) : (
            <Face name={name} url={url} size={size} />
          )}
        </span>
        <FileChoice label={words.label} accept={accepted} onFile={onFile} error={error ?? undefined}>
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
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
