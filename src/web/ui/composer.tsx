import { ActionIcon, CloseButton, Loader, Textarea } from '@mantine/core';
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import classes from './composer.module.css';
import { FileChoice } from './file-choice.tsx';
import { accepted } from './media-field.tsx';
import { MediaThumb, sayMedia, type ThumbWords } from './media-thumb.tsx';
import { ownDirection } from './own-direction.ts';

const thumbSize = 40;

type ComposerWords = ThumbWords & Record<'label' | 'attach' | 'loading' | 'remove', string>;

type ComposerMediaProps = {
  /** The words for the attached picture or video. */
  words: ComposerWords;
  /** Empty: no media. */
  media: string;
  isLoading: boolean;
  /** The person cannot change the text and the media. */
  isFixed?: boolean;
  onFile: (file: File) => void;
  onRemoveMedia: () => void;
};

type Props = ComposerMediaProps & {
  label: string;
  sendLabel: string;
  maxLength: number;
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  isBusy: boolean;
  isDisabled?: boolean;
  /** Whether the content can be sent. */
  maySubmit?: boolean;
  /** The person pressed Send with invalid content. `error` is then shown below the field. */
  isWrong?: boolean;
  error?: string | undefined;
  /** A note below the field, such as why writing is not allowed. */
  hint?: string | undefined;
  /** Buttons before the field, such as one that inserts a quick answer. */
  before?: ReactNode;
  fieldRef?: Ref<HTMLTextAreaElement>;
};

/** The attached picture or video: uploading or uploaded. */
function Media({ words, media, isLoading, isFixed, onRemoveMedia }: Omit<ComposerMediaProps, 'onFile'>) {
  if (isLoading) {
    return (
      <p className={classes.media} role="status">
        <Loader size={thumbSize / 2} m={thumbSize / 4} />
        <span>{words.loading}</span>
      </p>
    );
  }
  return (
    media && (
      <div className={classes.media}>
        <MediaThumb url={media} size={thumbSize} words={words} />
        <span>{sayMedia(media, words)}</span>
        {!isFixed && <CloseButton aria-label={words.remove} onClick={onRemoveMedia} />}
      </div>
    )
  );
}

type AttachProps = Pick<ComposerMediaProps, 'words' | 'onFile'> & { isDisabled: boolean };

function AttachButton({ words, onFile, isDisabled }: AttachProps) {
  return (
    <FileChoice label={words.label} accept={accepted} onFile={onFile}>
      {(props) => (
        <ActionIcon {...props} aria-label={words.attach} title={words.attach} disabled={isDisabled}>
          <IconPaperclip size={20} stroke={1.6} />
        </ActionIcon>
      )}
    </FileChoice>
  );
}

/** Enter sends and Shift+Enter makes a new line. During an input-method composition neither happens. */
const isSendKey = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing;

/** The field for writing in a conversation. */
export function Composer(props: Props) {
  const { label, sendLabel, maxLength, text, onText, onSend, before, fieldRef, ...mediaProps } = props;
  const {
    isBusy,
    isLoading,
    isFixed = false,
    onFile,
    isDisabled = false,
    maySubmit = true,
    hint,
  } = mediaProps;
  const { isWrong = false, error } = props;
  const submit = (): void => {
    if (!isBusy && !isDisabled && !isLoading && maySubmit) onSend();
  };
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Media {...mediaProps} />
      <div className={classes.row}>
        {!isFixed && (
          <AttachButton words={mediaProps.words} onFile={onFile} isDisabled={isDisabled || isLoading} />
        )}
        {before}
        <Textarea
          ref={fieldRef}
          className={classes.field}
          aria-label={label}
          aria-invalid={isWrong}
          error={isWrong && (error ?? true)}
          placeholder={label}
          value={text}
          attributes={ownDirection(text)}
          autosize
          minRows={1}
          maxRows={isFixed ? 3 : 6}
          maxLength={maxLength}
          disabled={isDisabled}
          readOnly={isBusy || isFixed}
          onChange={(event) => onText(event.currentTarget.value)}
          onPaste={(event) => {
            const [file] = event.clipboardData.files;
            // Word and Excel also put a picture of a copied text on the clipboard. If there is text, paste the text.
            if (!file || isLoading || isFixed || event.clipboardData.getData('text/plain') !== '') return;
            event.preventDefault();
            onFile(file);
          }}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return;
            event.preventDefault();
            submit();
          }}
        />
        <ActionIcon
          type="submit"
          variant="filled"
          aria-label={sendLabel}
          loading={isBusy}
          disabled={isDisabled || isLoading || !maySubmit}
        >
          <IconSend size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      {hint && <p className={classes.hint}>{hint}</p>}
    </form>
  );
}
