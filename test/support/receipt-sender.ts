/** Whose receipts a test tells of, with the words by which the sender's messages are known. */
import type { Db } from '../../src/server/db/store.ts';
import { findSendersByID } from '../../src/server/numbers/senders/queries.ts';
import { wordsOf } from '../../src/server/numbers/senders/rules.ts';
import { opaqueOf } from '../../src/server/outbox/attempts/rules.ts';
import type { ReceiptSender } from '../../src/server/outbox/receipts/actions.ts';

export async function receiptSenderOf(db: Db, senderID: string): Promise<ReceiptSender> {
  const [row] = await findSendersByID(db, [senderID]);
  if (!row) throw new Error(`there is no sender ${senderID}`);
  return { id: senderID, words: wordsOf(row) };
}

/** What the message goes with now, at this try. */
export const opaqueBy = ({ words }: ReceiptSender, id: number, attempts: number): string =>
  opaqueOf({ id, attempts }, words[0]?.word ?? '');

/** The message and the try in short, such as `m1:12:a3`, whatever the word is. */
export const tryIn = (opaque: string): string => `m1:${opaque.split(':').slice(1, 3).join(':')}`;
