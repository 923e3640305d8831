import type { ChatItem } from '#shared/calls/chat.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { outboxWords } from '#shared/words/sending.ts';
import { toasts } from '#shared/words/toasts.ts';
import { confirmRetry } from '../../lib/confirm-retry.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { retryMessage } from './api.ts';
import { messageIDOf } from './rules.ts';

/** Retries one of our messages. If it may have been sent already, a person confirms first. */
export async function retry(number: string, item: ChatItem): Promise<void> {
  if (!(await confirmRetry(item.status))) return;
  try {
    const { changed, leftOut } = await retryMessage(number, messageIDOf(item));
    if (changed > 0) toastDone(outboxWords.retried(changed));
    else toastError(toasts.errorTitle, outboxWords.notRetriedFor(leftOut));
  } catch (error) {
    toastError(toasts.errorTitle, sentenceOf(error));
  }
}
