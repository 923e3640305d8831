/**
 * Idempotency keys: a send that comes again with the same `clientID`, after a lost answer or by a double click, is
 * answered as the first was, if it asks for the same.
 */
import { createHash } from 'node:crypto';
import type { SendAnswer, SendBody } from '#shared/calls/messages.ts';
import { Failure } from '#shared/failures.ts';
import { noReason, tellReason } from '#shared/reasons.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../../auth/scope.ts';
import { findBroadcastByClient, findDigest, putIdempotencyKey } from './queries.ts';

type SendRequest = Pick<SendBody, 'clientID' | 'message' | 'media'>;

/** Milliseconds: nobody waits longer for an answer. Later a broadcast is still known by its text and media. */
const keyLifetime = 30 * 86_400_000;

/** SHA-256 of everything that was asked but for the user: a colleague who repeats it asks for the same. */
const digestOf = (request: SendRequest): string =>
  createHash('sha256')
    .update(JSON.stringify(request, (key, value: unknown) => (key === 'userID' ? undefined : value)))
    .digest('base64url');

/** In the transaction that makes the broadcast. */
export async function keepIdempotencyKey(scope: Scope, request: SendRequest, at: Date): Promise<void> {
  const { clientID } = request;
  if (clientID === undefined) return;
  const expiresAt = new Date(at.getTime() + keyLifetime).toISOString();
  await putIdempotencyKey(scope, { clientID, digest: digestOf(request), expiresAt });
}

/** The answer of the broadcast that was made of this `clientID`. Fails when something else was asked then. */
export async function findEarlierAnswer(
  scope: Scope,
  request: SendRequest,
  at: Date,
): Promise<SendAnswer | undefined> {
  const { clientID } = request;
  const broadcast = clientID === undefined ? undefined : await findBroadcastByClient(scope, clientID);
  if (clientID === undefined || !broadcast) return undefined;
  const { id, queued, skipped } = broadcast;
  const digest = await findDigest(scope, clientID, at.toISOString());
  const isSaid = broadcast.text === request.message && broadcast.media === (request.media ?? '');
  if (!isSaid || (digest !== undefined && digest !== digestOf(request)))
    throw new Failure('conflict', failureWords.otherSend);
  return {
    broadcastID: id,
    queued,
    skipped: skipped.map(({ reason, ...who }) => ({ ...who, ...tellReason(reason ?? noReason) })),
  };
}
