import { ActionIcon, CloseButton, Loader, Textarea } from '@mantine/core';
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { isVideo } from '#shared/media.ts';
import { chatWords } from '#shared/words/chats.ts';
import { mediaWords } from '#shared/words/templates.ts';
import classes from './composer.module.css';
import { FileChoice } from './file-choice.tsx';
import { accepted } from './media-field.tsx';
import { MediaThumb } from './media-thumb.tsx';
import { ownDirection } from './own-direction.ts';

const thumbSize = 40;

type MediaProps = {
  /** Empty: none. */
  media: string;
  isLoading: boolean;
  /** Text and media are given, and nothing is written or attached. */
  isFixed?: boolean;
  onFile: (file: File) => void;
  onRemoveMedia: () => void;
};

type Props = MediaProps & {
  label: string;
  sendLabel: string;
  maxLength: number;
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  isBusy: boolean;
  isDisabled?: boolean;
  /** Whether what stands there can be sent. */
  mayGo?: boolean;
  /** Send was pressed, and what stands there cannot go; said below the field where it is not said above. */
  isWrong?: boolean;
  trouble?: string | undefined;
  /** Below the field, as why one may not write. */
  hint?: string | undefined;
  /** Beside the field: other ways to fill it. */
  before?: ReactNode;
  fieldRef?: Ref<HTMLTextAreaElement>;
};

/** The picture or video that goes with the text: on its way up, or there. */
function Media({ media, isLoading, isFixed, onRemoveMedia }: Omit<MediaProps, 'onFile'>) {
  if (isLoading) {
    return (
      <p className={classes.media} role="status">
        <Loader size={thumbSize / 2} m={thumbSize / 4} />
        <span>{mediaWords.loading}</span>
      </p>
    );
  }
  return (
    media && (
      <div className={classes.media}>
        <MediaThumb url={media} size={thumbSize} />
        <span>{isVideo(media) ? mediaWords.video : mediaWords.picture}</span>
        {!isFixed && <CloseButton aria-label={mediaWords.remove} onClick={onRemoveMedia} />}
      </div>
    )
  );
}

function AttachButton({ onFile, isDisabled }: { onFile: (file: File) => void; isDisabled: boolean }) {
  return (
    <FileChoice label={mediaWords.label} accept={accepted} onFile={onFile}>
      {(props) => (
        <ActionIcon {...props} aria-label={chatWords.attach} title={chatWords.attach} disabled={isDisabled}>
          <IconPaperclip size={20} stroke={1.6} />
        </ActionIcon>
      )}
    </FileChoice>
  );
}

/** Enter sends, Shift+Enter makes a new line; while letters are still being put together it does neither. */
const isSendKey = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing;

/** Where one writes in a conversation. */
export function Composer(props: Props) {
  const { label, sendLabel, maxLength, text, onText, onSend, before, fieldRef, ...mediaProps } = props;
  const { isBusy, isLoading, isFixed = false, onFile, isDisabled = false, mayGo = true, hint } = mediaProps;
  const { isWrong = false, trouble } = props;
  const submit = (): void => {
    if (!isBusy && !isDisabled && !isLoading && mayGo) onSend();
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
        {!isFixed && <AttachButton onFile={onFile} isDisabled={isDisabled || isLoading} />}
        {before}
        <Textarea
          ref={fieldRef}
          className={classes.field}
          aria-label={label}
          aria-invalid={isWrong}
          error={isWrong && (trouble ?? true)}
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
            // Word and Excel put a picture of the text beside it.
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
          disabled={isDisabled || isLoading || !mayGo}
        >
          <IconSend size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      {hint && <p className={classes.hint}>{hint}</p>}
    </form>
  );
}
