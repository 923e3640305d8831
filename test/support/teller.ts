/** Whose receipts a test tells of, with the words by which the sender's messages are known. */
import type { Db } from '../../src/server/db/store.ts';
import type { Teller } from '../../src/server/receipts/actions.ts';
import { findSendersByID } from '../../src/server/senders/queries.ts';
import { wordsOf } from '../../src/server/senders/rules.ts';
import { opaqueOf } from '../../src/server/settling/rules.ts';

export async function tellerOf(db: Db, senderID: string): Promise<Teller> {
  const [row] = await findSendersByID(db, [senderID]);
  if (!row) throw new Error(`there is no sender ${senderID}`);
  return { id: senderID, words: wordsOf(row) };
}

/** What the message goes with now, at this try. */
export const opaqueBy = ({ words }: Teller, id: number, attempts: number): string =>
  opaqueOf({ id, attempts }, words[0]?.word ?? '');

/** The message and the try in short, such as `m1:12:a3`, whatever the word is. */
export const tryIn = (opaque: string): string => `m1:${opaque.split(':').slice(1, 3).join(':')}`;
