import type { MessageState } from '#shared/messages/message-states.ts';
import { outboxWords } from '#shared/words/outbox.ts';
import { commonWords } from '#shared/words/screen.ts';
import { deleteConfirmation } from '#shared/words/toasts.ts';
import { confirm } from '../ui/confirm.tsx';

/** Whether to retry a message in this state. If it may have been sent already, a person confirms first. */
export const confirmRetry = async (state: MessageState | null): Promise<boolean> =>
  state !== 'unknown' ||
  (await confirm({
    title: deleteConfirmation.title,
    text: outboxWords.retryUnknownText,
    confirm: outboxWords.retryUnknownConfirm,
    cancel: commonWords.cancel,
  }));
