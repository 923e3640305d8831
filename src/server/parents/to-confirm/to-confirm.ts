/**
 * A picture that comes after a message about open bills is shown to a person to confirm. It is not a payment by itself.
 */
import { isOpen } from '#shared/bill-status.ts';
import type { Scope } from '../../auth/scope.ts';
import { listOwed } from '../../billing/ledger/ledger-queries.ts';
import { putToConfirm } from '../../chat/chat-queries.ts';
import type { ReceivedMessage } from '../model.ts';
import { listToldOf } from './to-confirm-queries.ts';

/** Days after a message about bills in which a picture may show its payment. */
const daysAfterTold = 10;

/** By the media type, or by the address of the stored file: a photo or a pdf, but no sticker and no video. */
export const mayShowPayment = (media: string): boolean =>
  /^(image\/(jpe?g|png)|application\/pdf)\b/i.test(media) || /\.(jpe?g|png|pdf)$/i.test(media);

export async function markToConfirm(scope: Scope, { id, number, media, at }: ReceivedMessage): Promise<void> {
  if (!mayShowPayment(media)) return;
  const since = new Date(Date.parse(at) - daysAfterTold * 86_400_000).toISOString();
  const idLists = await listToldOf(scope, number, since);
  const billIDs = [...new Set(idLists.flatMap((ids) => ids.trim().split(' ')))].map(Number);
  const isOwed = (await listOwed(scope, billIDs)).some(
    (bill) => isOpen(bill) && bill.numbers.split(' ').includes(number),
  );
  if (isOwed) await putToConfirm(scope, number, id);
}
