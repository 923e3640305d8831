/** Digests of secrets that are only ever compared, and the form of API keys. */
import { createHash } from 'node:crypto';

/** SHA-256 in lower-case hex. A digest read from a table or a backup does not let anybody in. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A fixed prefix, so that people and secret scanners recognise a key. */
export const keyPrefix = 'qasid_';

export const isKey = (token: string): boolean => token.startsWith(keyPrefix);

const minute = 60_000;
/** Tolerance for rounding, in milliseconds. */
const grain = 0.001;

/**
 * Token bucket: `perMinute` calls at once after a minute's rest, then one by one. `fullAt` is the time in milliseconds
 * (as `now`) at which the bucket is full again. `wait` is 0 when the call may pass, else the milliseconds until it may.
 */
export function takeCall(
  { fullAt, perMinute }: { fullAt: number; perMinute: number },
  now: number,
): { fullAt: number; wait: number } {
  const next = Math.max(fullAt, now) + minute / perMinute;
  const wait = next - now - minute;
  return wait > grain ? { fullAt, wait } : { fullAt: next, wait: 0 };
}
