/** The same request again, after a lost answer or by a double click: it is answered as the first was, if it says the same. */
import { createHash } from 'node:crypto';
import type { SendAnswer, SendBody } from '#shared/calls/messages.ts';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import { findMemory, keepMemory } from '../memory/queries.ts';
import { findBroadcastByClient } from './queries.ts';

type Asked = Pick<SendBody, 'clientID' | 'message' | 'media'>;

/** Milliseconds: nobody waits longer for an answer. Later a run is still known by its text and media. */
const remembered = 30 * 86_400_000;
const nameOf = (clientID: string): string => `asked:${clientID}`;

/** Of everything that was asked: who, what, when. Whoever asks again in another's name asks the same. */
const digestOf = (asked: Asked): string =>
  createHash('sha256')
    .update(JSON.stringify(asked, (key, value: unknown) => (key === 'userID' ? undefined : value)))
    .digest('base64url');

/** In the transaction that makes the run. */
export async function keepAsked(
  { db }: Scope,
  asked: Asked,
  { senderID, at }: { senderID: string; at: Date },
): Promise<void> {
  if (asked.clientID === undefined) return;
  const expiresAt = new Date(at.getTime() + remembered).toISOString();
  await keepMemory(db, { senderID, name: nameOf(asked.clientID), value: digestOf(asked), expiresAt });
}

/** The answer of the run that was made of this `clientID`. Fails when something else was asked then. */
export async function answerAgain(scope: Scope, asked: Asked, at: Date): Promise<SendAnswer | undefined> {
  const { clientID } = asked;
  const run = clientID === undefined ? undefined : await findBroadcastByClient(scope, clientID);
  if (clientID === undefined || !run) return undefined;
  const { id, queued, skipped, senderID } = run;
  const first = await findMemory(scope.db, { senderID, name: nameOf(clientID), now: at.toISOString() });
  const isSaid = run.text === asked.message && run.media === (asked.media ?? '');
  if (!isSaid || (first !== undefined && first !== digestOf(asked)))
    throw new Failure('conflict', failureWords.otherSend);
  return {
    broadcastID: id,
    queued,
    skipped: skipped.map(({ reason, ...who }) => ({ ...who, reason: reason ?? '' })),
  };
}
