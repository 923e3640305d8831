import { useState } from 'react';
import { Failure } from '#shared/failures.ts';
import { placeholdersIn } from '#shared/messages/placeholders.ts';
import { chatWords } from '#shared/words/chats.ts';
import { toasts } from '#shared/words/toasts.ts';
import { createDraftStore } from '../../lib/draft-store.ts';
import { pressOf } from '../../lib/idempotency.ts';
import { randomID } from '../../lib/random-id.ts';
import { useTemplateID } from '../../lib/templates.ts';
import { useAction } from '../../lib/use-action.ts';
import { toastDone } from '../../ui/toast.ts';
import { sendToNumber } from './api.ts';
import { bodyOf, type ChatDraft, emptyDraft, keyOfNumber } from './rules.ts';

type ChatDraftStore = ReturnType<typeof createDraftStore<ChatDraft>>;
const drafts = new Map<string, ChatDraftStore>();

function storeFor(number: string): ChatDraftStore {
  const name = `chat.${keyOfNumber(number)}`;
  const store = drafts.get(name) ?? createDraftStore(name, emptyDraft);
  drafts.set(name, store);
  return store;
}

/**
 * The draft for a number. The user may open another chat while a message is being sent. The result of that message is
 * still written into its own draft.
 */
function useChatDraft(number: string): [ChatDraft, ChatDraftStore['change']] {
  const store = storeFor(number);
  return [store.use(), store.change];
}

/** Sends the draft to this number. `sent` counts the messages that were accepted. */
export function useSending(number: string, billIDs: readonly number[]) {
  const [draft, change] = useChatDraft(number);
  const templateID = useTemplateID(draft);
  const { isBusy, run } = useAction();
  const [sent, setSent] = useState(0);
  const [isTried, setTried] = useState(false);
  const isUnfilled = billIDs.length === 0 && placeholdersIn(draft.message).length > 0;

  const sendNow = (): void => {
    setTried(true);
    void run(async () => {
      if (draft.message.trim() === '') throw new Failure('invalid', toasts.errors.message);
      const body = bodyOf(draft, billIDs, templateID);
      if (isUnfilled) throw new Failure('invalid', chatWords.noBill);
      const press = pressOf(JSON.stringify(body), draft.press, randomID);
      // The idempotency key is kept until the server has answered, so that a repeated press sends only one message.
      change({ press });
      const { queued, skipped } = await sendToNumber(number, { ...body, clientID: press.clientID });
      change({ press: null });
      if (queued === 0) throw new Failure('invalid', skipped[0]?.reason ?? toasts.errors.form);
      change(emptyDraft);
      setTried(false);
      setSent((count) => count + 1);
      toastDone(toasts.done.messageSent);
    });
  };
  /** The user pressed Send with an empty text. */
  const isBlank = isTried && draft.message.trim() === '';
  return { draft, change, sendNow, isBusy, sent, isBlank, isUnfilled: isTried && isUnfilled };
}
