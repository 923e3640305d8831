import type { ReactNode, RefObject } from 'react';
import type { Template } from '#shared/calls/templates.ts';
import { longestCaption, longestMessage } from '#shared/limits.ts';
import { maySend } from '#shared/rights.ts';
import { chatWords } from '#shared/words/chats.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { sendWords } from '#shared/words/sending.ts';
import { messageWords } from '#shared/words/templates.ts';
import { toasts } from '#shared/words/toasts.ts';
import { useRights } from '../../lib/session.ts';
import { useUpload } from '../../lib/use-upload.ts';
import { Composer } from '../../ui/composer.tsx';
import { toastError } from '../../ui/toast.ts';
import classes from './chat-composer.module.css';
import { Filled } from './filled.tsx';
import { TemplatePicker } from './template-picker.tsx';
import type { useSending } from './use-sending.ts';

type Props = {
  number: string;
  billIDs: readonly number[];
  sending: ReturnType<typeof useSending>;
  /** The number asked for no messages. */
  isOptedOut: boolean;
  /** Above the field: what stands in the way of writing. */
  banner: ReactNode;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
};

/** Where one writes to a family: by hand or from a template, with a picture or video. */
export function ChatComposer({ number, billIDs, sending, isOptedOut, banner, fieldRef }: Props) {
  const mayWrite = maySend(useRights());
  const { draft, change, sendNow, isBusy } = sending;
  const { isLoading, upload } = useUpload(
    (media) => change({ media }),
    (error) => toastError(toasts.errorTitle, sentenceOf(error)),
  );
  const choose = ({ message, media }: Template): void => {
    change({ message, media });
    fieldRef.current?.focus();
  };
  const isDisabled = !mayWrite || isOptedOut;
  const isTooLong = draft.media !== '' && draft.message.length > longestCaption;
  return (
    <div className={classes.composer}>
      {banner}
      {!isDisabled && <Filled number={number} billIDs={billIDs} draft={draft} />}
      {isTooLong && <p className={classes.warning}>{messageWords.captionTooLong(longestCaption)}</p>}
      <Composer
        label={chatWords.write}
        sendLabel={chatWords.send}
        maxLength={longestMessage}
        text={draft.message}
        onText={(message) => change({ message })}
        media={draft.media}
        isLoading={isLoading}
        onFile={(file) => void upload(file)}
        onRemoveMedia={() => change({ media: '' })}
        onSend={() => void sendNow()}
        isBusy={isBusy}
        isDisabled={isDisabled}
        hint={mayWrite ? undefined : sendWords.mayNotWrite}
        before={<TemplatePicker isDisabled={isDisabled} onChoose={choose} />}
        fieldRef={fieldRef}
      />
    </div>
  );
}
