import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import type { Template } from '#shared/calls/templates.ts';
import { longestCaption, longestMessage } from '#shared/limits.ts';
import { maySend } from '#shared/people/rights.ts';
import { chatWords } from '#shared/words/chats.ts';
import { sendWords } from '#shared/words/sending.ts';
import { chatWindowWords, mediaWords, messageWords, windowWords } from '#shared/words/templates.ts';
import { isReady, useApprovals } from '../../lib/approvals.ts';
import { useSession } from '../../lib/session.ts';
import { useTemplateID } from '../../lib/templates.ts';
import { useUpload } from '../../lib/use-upload.ts';
import { Composer } from '../../ui/composer.tsx';
import { windowQuery } from './api.ts';
import classes from './chat-composer.module.css';
import { Filled } from './filled.tsx';
import { QuickAnswers } from './quick-answers.tsx';
import { addTo, type ChatDraft, sayUntil } from './rules.ts';
import { TemplatePicker } from './template-picker.tsx';
import type { useSending } from './use-sending.ts';

type Props = {
  number: string;
  billIDs: readonly number[];
  sending: ReturnType<typeof useSending>;
  /** Whether the number has opted out. */
  isOptedOut: boolean;
  /** Opens the page with all templates. */
  onTemplates: () => void;
  /** Shown above the field: why the clerk cannot write. */
  banner: ReactNode;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
};

/**
 * Tells whether free text is allowed now, and until when. A text of an approved template may be sent even if free text
 * is not allowed.
 */
function useWindow(number: string, draft: ChatDraft) {
  const { data } = useQuery(windowQuery(number));
  const { approvalOf, isNoneReady } = useApprovals();
  const templateID = useTemplateID(draft);
  const isClosed = data?.isNeeded === true && data.openUntil === null;
  const isByTemplate = templateID !== undefined && isReady(approvalOf(templateID));
  return { isClosed, openUntil: data?.openUntil ?? null, maySubmit: !isClosed || isByTemplate, isNoneReady };
}

/** The field to write to a family. The text is typed or comes from a template, and may have a picture or video. */
export function ChatComposer({ number, billIDs, sending, isOptedOut, banner, onTemplates, fieldRef }: Props) {
  const { rights, timeZone } = useSession();
  const mayWrite = maySend(rights);
  const { draft, change, sendNow, isBusy, isBlank, isUnfilled } = sending;
  const { isClosed, openUntil, maySubmit, isNoneReady } = useWindow(number, draft);
  const { isLoading, upload } = useUpload((media) => change({ media }));
  const answer = (text: Pick<ChatDraft, 'templateID' | 'message' | 'media'>): void => {
    change(text);
    fieldRef.current?.focus();
  };
  const choose = ({ id, message, media }: Template): void => answer({ templateID: id, message, media });
  const isDisabled = !mayWrite || isOptedOut;
  const isTooLong = draft.media !== '' && draft.message.length > longestCaption;
  const until = openUntil === null ? undefined : sayUntil(openUntil, new Date(), timeZone);
  return (
    <div className={classes.composer}>
      {banner}
      {!isDisabled && isClosed && (
        <div className={classes.closed} data-testid="window-closed">
          <p>{chatWindowWords.closed}</p>
          {isNoneReady ? (
            <>
              <p>{chatWindowWords.none}</p>
              <Button variant="default" size="xs" onClick={onTemplates}>
                {windowWords.toTemplates}
              </Button>
            </>
          ) : (
            <TemplatePicker isDisabled={isBusy} onChoose={choose} isOnlyWay />
          )}
        </div>
      )}
      {!isDisabled && !isClosed && <QuickAnswers onChoose={(quick) => answer(addTo(draft, quick))} />}
      {!isDisabled && maySubmit && <Filled number={number} billIDs={billIDs} draft={draft} />}
      {isTooLong && <p className={classes.warning}>{messageWords.captionTooLong(longestCaption)}</p>}
      <Composer
        words={mediaWords}
        label={maySubmit ? chatWords.write : chatWindowWords.waiting}
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
        isWrong={isBlank || isUnfilled}
        error={isBlank ? sendWords.messageRequired : undefined}
        isDisabled={isDisabled}
        isFixed={isClosed}
        maySubmit={maySubmit}
        hint={mayWrite ? until && chatWindowWords.openUntil(until) : sendWords.mayNotWrite}
        before={!isClosed && <TemplatePicker isDisabled={isDisabled} onChoose={choose} />}
        fieldRef={fieldRef}
      />
    </div>
  );
}
