import { wordsOf } from '../../numbers/senders/rules.ts';
import { applyReceipts, optOutStopped, publishRaised, toNewReceipt } from '../../outbox/receipts/actions.ts';
import type { EventOf, HandlerContext } from '../model.ts';

export async function handleReceipts(
  { deps, sender, now }: HandlerContext,
  events: readonly EventOf<'receipt'>[],
): Promise<void> {
  const receiptSender = { id: sender.id, words: wordsOf(sender) };
  const rows = events.map(({ receipt }) => toNewReceipt(receiptSender, receipt));
  const raised = await applyReceipts(deps.store.db, rows, now);
  publishRaised(deps, raised);
  await optOutStopped(deps, raised);
}
