/**
 * The rate limit of a school: the calls of its users per minute, counted in the memory of this process. It prevents
 * one school from slowing down the others.
 */
import { TooMany } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Db } from '../platform/db/store.ts';
import type { Proof } from './scope.ts';

const minute = 60_000;

type Counted = { minute: number; calls: number };
const counted = new WeakMap<Db, Map<number, Counted>>();

/** Counts one call. Throws `TooMany` when the school's limit is exceeded. */
export function countCall(db: Db, { schoolID, callsAMinute }: Proof, now: Date): void {
  if (callsAMinute === null) return;
  const schools = counted.get(db) ?? new Map<number, Counted>();
  counted.set(db, schools);
  const at = Math.floor(now.getTime() / minute);
  const before = schools.get(schoolID);
  const calls = before?.minute === at ? before.calls + 1 : 1;
  schools.set(schoolID, { minute: at, calls });
  const left = Math.ceil((minute - (now.getTime() % minute)) / 1000);
  if (calls > callsAMinute) throw new TooMany(failureWords.callsOfMinute(callsAMinute), left);
}
