/** Which of the waiting messages may go now, looked at once more at the moment of sending. Pure. */
import { skipReasons } from '#shared/words/failures.ts';
import { waitReasons } from '#shared/words/pace.ts';
import type { BillNow, RunAbout } from '../recall/rules.ts';
import { fateOf } from '../recall/rules.ts';

/** A message whose turn has come. `billIDs` as stored: ` 12 13 `. */
export type Candidate = {
  id: number;
  campusID: number;
  broadcastID: number;
  senderID: string;
  number: string;
  text: string;
  media: string;
  attempts: number;
  waits: number;
  billIDs: string;
};

export type PutOff = { id: number; dueAt: string; reason: string };
export type Verdict = {
  go: Candidate[];
  skipped: { id: number; reason: string }[];
  putOff: PutOff[];
  /** Of a family's bills only these are left, so its text is written anew. */
  rewrite: { message: Candidate; left: number[] }[];
};

/** What is known at this moment of those behind the messages. Instants are ISO text. */
export type Known = {
  run: RunAbout & { isNotice: boolean };
  bills: ReadonlyMap<number, BillNow>;
  today: string;
  optedOut: ReadonlySet<string>;
  /** When each number may be written to next, where it has just been. */
  freeAt: ReadonlyMap<string, string>;
  /** Numbers that were never written to; undefined where nobody counts them. */
  strangers: ReadonlySet<string> | undefined;
};

/** How much of a day's new numbers is left, and when the next day begins. */
export type Limits = { strangersLeft: number; mostStrangers: number; tomorrow: string; pairUntil: string };

/** Sorts the messages; each is in one list only, but those to rewrite, which also go. */
export function judge(candidates: readonly Candidate[], known: Known, limits: Limits): Verdict {
  const verdict: Verdict = { go: [], skipped: [], putOff: [], rewrite: [] };
  const taken = new Set<string>();
  const met = new Set<string>();
  for (const message of candidates) {
    const { id, number } = message;
    const fate = fateOf(message, known.run, known);
    const freeAt = known.freeAt.get(number) ?? (taken.has(number) ? limits.pairUntil : undefined);
    const isStranger = known.strangers?.has(number) === true && !met.has(number);
    if (known.optedOut.has(number) && !known.run.isNotice) {
      verdict.skipped.push({ id, reason: skipReasons.optedOut });
    } else if (fate.kind === 'skip') {
      verdict.skipped.push({ id, reason: fate.reason });
    } else if (limits.pairUntil !== '' && freeAt !== undefined) {
      verdict.putOff.push({ id, dueAt: freeAt, reason: waitReasons.pair });
    } else if (isStranger && met.size >= limits.strangersLeft) {
      const reason = waitReasons.newPerDay(limits.mostStrangers);
      verdict.putOff.push({ id, dueAt: limits.tomorrow, reason });
    } else {
      if (fate.kind === 'rewrite') verdict.rewrite.push({ message, left: fate.left });
      if (isStranger) met.add(number);
      taken.add(number);
      verdict.go.push(message);
    }
  }
  return verdict;
}
