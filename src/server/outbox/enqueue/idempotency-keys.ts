/**
 * Idempotency keys: a client may repeat a send with the same `clientID`, after a lost answer or a double click. If both
 * requests are the same, the second one gets the answer of the first.
 */
import { createHash } from 'node:crypto';
import type { SendAnswer, SendBody } from '#shared/calls/messages.ts';
import { Failure } from '#shared/failures.ts';
import { noReason, tellReason } from '#shared/reasons.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../../auth/scope.ts';
import { findBroadcastByClient, findDigest, putIdempotencyKey } from './enqueue-queries.ts';

type SendRequest = Pick<SendBody, 'clientID' | 'message' | 'media'>;

/**
 * Milliseconds. No client waits longer for an answer. After that time, a repeated request is recognised only by its
 * text and media.
 */
const keyLifetime = 30 * 86_400_000;

/** SHA-256 of the whole request except the user, because a colleague may repeat the same request. */
const digestOf = (request: SendRequest): string =>
  createHash('sha256')
    .update(JSON.stringify(request, (key, value: unknown) => (key === 'userID' ? undefined : value)))
    .digest('base64url');

/** Runs in the transaction that stores the broadcast. */
export async function keepIdempotencyKey(scope: Scope, request: SendRequest, at: Date): Promise<void> {
  const { clientID } = request;
  if (clientID === undefined) return;
  const expiresAt = new Date(at.getTime() + keyLifetime).toISOString();
  await putIdempotencyKey(scope, { clientID, digest: digestOf(request), expiresAt });
}

/** Returns the answer of the broadcast that has this `clientID`. Fails when the earlier request was a different one. */
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
