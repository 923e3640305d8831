/**
 * The rate limit of an API key, counted in the memory of each process. It prevents one program from slowing down
 * everybody. A database write for each call would cost more than the limit saves. A key cannot be guessed, so wrong
 * keys are not counted.
 */
import { TooMany } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/db/store.ts';
import { takeCall } from './auth-rules.ts';

/** For each key, the time at which its token bucket is full again. */
const buckets = new WeakMap<Db, Map<string, number>>();

/** Throws `TooMany` when the key exceeds its calls per minute. */
export function chargeCallToKey(
  { store, runtime }: Pick<Deps, 'store' | 'runtime'>,
  { id, perMinute }: { id: string; perMinute: number },
): void {
  const ofStore = buckets.get(store.db) ?? new Map<string, number>();
  buckets.set(store.db, ofStore);
  const { fullAt, wait } = takeCall({ fullAt: ofStore.get(id) ?? 0, perMinute }, runtime.elapsed());
  ofStore.set(id, fullAt);
  if (wait > 0) throw new TooMany(failureWords.tooManyCalls, Math.ceil(wait / 1000));
}
