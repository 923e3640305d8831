import type { ChatItem } from '#shared/calls/chat.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { deleteConfirmation, toasts } from '#shared/words/toasts.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { retryMessage } from './api.ts';
import { messageIDOf } from './rules.ts';

/** One of our messages again; such as may have been sent only after a warning. */
export async function retry(number: string, item: ChatItem): Promise<void> {
  const isSure =
    item.status !== 'unknown' ||
    (await confirm({
      title: deleteConfirmation.title,
      text: outboxWords.retryUnknownText,
      confirm: outboxWords.retryUnknownConfirm,
      cancel: commonWords.cancel,
    }));
  if (!isSure) return;
  try {
    const changed = await retryMessage(number, messageIDOf(item));
    if (changed > 0) toastDone(outboxWords.retried(changed));
    else toastError(toasts.errorTitle, outboxWords.notRetried);
  } catch (error) {
    toastError(toasts.errorTitle, sentenceOf(error));
  }
}
