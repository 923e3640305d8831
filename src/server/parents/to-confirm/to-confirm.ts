/**
 * Marks a picture that comes after a message about open bills, so that a person checks it. The picture itself is not a
 * payment.
 */
import { isOpen } from '#shared/money/bill-status.ts';
import type { Scope } from '../../auth/scope.ts';
import { putToConfirm } from '../../chat/chat-queries.ts';
import { listOwed } from '../../ledger/ledger-queries.ts';
import type { ReceivedMessage } from '../model.ts';
import { listMessagedBillsOf } from './to-confirm-queries.ts';

/** For this many days after a message about bills, a picture may show its payment. */
const daysAfterMessage = 10;

/**
 * Tells whether media may show a payment, by its type or by the address of the stored file: a photo or a PDF may, a
 * sticker or a video may not.
 */
export const mayShowPayment = (media: string): boolean =>
  /^(image\/(jpe?g|png)|application\/pdf)\b/i.test(media) || /\.(jpe?g|png|pdf)$/i.test(media);

export async function markToConfirm(scope: Scope, { id, number, media, at }: ReceivedMessage): Promise<void> {
  if (!mayShowPayment(media)) return;
  const since = new Date(Date.parse(at) - daysAfterMessage * 86_400_000).toISOString();
  const idLists = await listMessagedBillsOf(scope, number, since);
  const billIDs = [...new Set(idLists.flatMap((ids) => ids.trim().split(' ')))].map(Number);
  const isOwed = (await listOwed(scope, billIDs)).some(
    (bill) => isOpen(bill) && bill.numbers.split(' ').includes(number),
  );
  if (isOwed) await putToConfirm(scope, number, id);
}
