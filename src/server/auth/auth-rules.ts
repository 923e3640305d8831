/** Digests of secrets that are only compared, never decrypted; the form of API keys, and the rate limit of calls. */
import { createHash } from 'node:crypto';

/** SHA-256 in lower-case hex. Nobody can sign in with a digest read from a table or a backup. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A fixed prefix, so that people and secret scanners recognise a key. */
export const keyPrefix = 'qasid_';

export const isKey = (token: string): boolean => token.startsWith(keyPrefix);

const minute = 60_000;
/** Tolerance for rounding errors, in milliseconds. */
const roundingTolerance = 0.001;

/**
 * Token bucket: after a minute without calls, `perMinute` calls may come together; after that, one call in each
 * 1/`perMinute` of a minute. `fullAt` is the time in milliseconds (as `now`) at which the bucket is full again. `wait`
 * is 0 when the call is allowed, otherwise the milliseconds until it is.
 */
export function takeCall(
  { fullAt, perMinute }: { fullAt: number; perMinute: number },
  now: number,
): { fullAt: number; wait: number } {
  const next = Math.max(fullAt, now) + minute / perMinute;
  const wait = next - now - minute;
  return wait > roundingTolerance ? { fullAt, wait } : { fullAt: next, wait: 0 };
}
