/** What is kept of a secret that is only ever compared, and what an API key is. */
import { createHash } from 'node:crypto';

/** SHA-256 in lower-case hex. Whoever reads it in a table or a backup cannot get in with it. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Known at sight, also to the scanners that look for secrets in what is published. */
export const keyPrefix = 'qasid_';

export const isKey = (token: string): boolean => token.startsWith(keyPrefix);

const minute = 60_000;
/** What is lost in dividing. */
const grain = 0.001;

/**
 * Token bucket of so many calls a minute, and as many at once after a minute's rest. `fullAt` is when it is full again,
 * in milliseconds as `now`. One more call moves it on; where there is none left, it says how long until there is.
 */
export function takeCall(
  { fullAt, perMinute }: { fullAt: number; perMinute: number },
  now: number,
): { fullAt: number; wait: number } {
  const next = Math.max(fullAt, now) + minute / perMinute;
  const wait = next - now - minute;
  return wait > grain ? { fullAt, wait } : { fullAt: next, wait: 0 };
}
