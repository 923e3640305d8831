/**
 * How often an API key may ask. Counted in memory, by each process: it keeps one program from taking the time of
 * everybody, and a write for each call would take more of it. Nobody guesses a key, so no guesses are counted here.
 */
import { TooMany } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Db } from '../db/store.ts';
import type { Deps } from '../deps.ts';
import { takeCall } from './rules.ts';

/** When the bucket of each key is full again. */
const buckets = new WeakMap<Db, Map<string, number>>();

/** Fails beyond the calls of a minute of this key. */
export function needCallOfKey(
  { store, runtime }: Pick<Deps, 'store' | 'runtime'>,
  { id, perMinute }: { id: string; perMinute: number },
): void {
  const ofStore = buckets.get(store.db) ?? new Map<string, number>();
  buckets.set(store.db, ofStore);
  const { fullAt, wait } = takeCall({ fullAt: ofStore.get(id) ?? 0, perMinute }, runtime.elapsed());
  ofStore.set(id, fullAt);
  if (wait > 0) throw new TooMany(failureWords.tooManyCalls, Math.ceil(wait / 1000));
}
