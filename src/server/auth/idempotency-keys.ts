/**
 * Idempotency keys: a client may repeat a request with the same key, after a lost answer or a double click. The caller
 * then gives the first answer again.
 */
import { createHash } from 'node:crypto';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { findDigest, putIdempotencyKey } from './idempotency-keys-queries.ts';
import type { Scope } from './scope.ts';

/** Milliseconds. No client waits longer for an answer. */
const keyLifetime = 30 * 86_400_000;

/**
 * SHA-256 of the whole request except the user, because a colleague may repeat the same request. A missing field and
 * null are the same.
 */
const digestOf = (request: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(request, (key, value) => (key === 'userID' ? undefined : (value ?? undefined))))
    .digest('base64url');

/** `call`: the name of the call. The same key in two calls is two keys. */
export type KeyedRequest = { call: string; clientID: string; request: unknown };

/**
 * Runs in the transaction of the request. Throws when the key belongs to a different request. Returns whether the same
 * request came before. `isAnswered`: what the first request stored was found. A key that is older than its lifetime is
 * then refused too, because nothing is left to compare.
 */
export async function needSameRequest(
  scope: Scope,
  { call, clientID, request }: KeyedRequest,
  { at, isAnswered = false }: { at: Date; isAnswered?: boolean },
): Promise<boolean> {
  const now = at.toISOString();
  const key = { clientID: `${call} ${clientID}`, digest: digestOf(request) };
  const expiresAt = new Date(at.getTime() + keyLifetime).toISOString();
  if (!isAnswered && (await putIdempotencyKey(scope, { ...key, expiresAt }, now))) return false;
  if ((await findDigest(scope, key.clientID, now)) === key.digest) return true;
  throw new Failure('conflict', failureWords.clientIDUsed);
}
