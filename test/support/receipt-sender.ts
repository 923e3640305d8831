/** The sender of receipts in tests, with its receipt secrets. */

import { opaqueOf } from '../../src/server/outbox/broadcasts/attempts-rules.ts';
import type { ReceiptSender } from '../../src/server/outbox/receipts/receipts.ts';
import type { Db } from '../../src/server/platform/db/store.ts';
import { findSendersByID } from '../../src/server/senders/settings/settings-queries.ts';
import { receiptSecretsOf } from '../../src/server/senders/settings/settings-rules.ts';

export async function receiptSenderOf(db: Db, senderID: string): Promise<ReceiptSender> {
  const [row] = await findSendersByID(db, [senderID]);
  if (!row) throw new Error(`there is no sender ${senderID}`);
  return { id: senderID, words: receiptSecretsOf(row) };
}

/** The opaque id with which the message goes at this try. */
export const opaqueBy = ({ words }: ReceiptSender, id: number, attempts: number): string =>
  opaqueOf({ id, attempts }, words[0]?.word ?? '');

/** The message and its try in short, such as `m1:12:a3`, without the receipt secret. */
export const tryIn = (opaque: string): string => `m1:${opaque.split(':').slice(1, 3).join(':')}`;
