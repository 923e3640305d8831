/**
 * Retry policy with exponential backoff: what an outcome makes of a message. Pure, so that every arrow of the state
 * diagram can be walked in a test.
 */
import { type Reason, reasonOf } from '#shared/reasons.ts';
import type { Policy } from '../../whatsapp/error-codes.ts';
import type { Outcome } from '../../whatsapp/port.ts';
import type { Claimed, Settlement } from '../model.ts';

/**
 * Every so many tries a message that never left counts as failed. A person's retry does not begin to count anew, since
 * no two tries may have the same name, but goes on to the next multiple.
 */
export const mostAttempts = 5;

/** Seconds until the next try: 10, 40, 160, 640. */
export const waitAfter = (attempts: number): number => 10 * 4 ** ((attempts - 1) % mostAttempts);

/**
 * Seconds until what the limit of one number refused is tried again: 6, 16, 64, 256. WhatsApp asks for 4^n seconds, but
 * takes one more message in 6 s: before that it would only refuse again.
 */
export const pairWait = (waits: number): number => Math.max(6, 4 ** Math.min(waits + 1, 4));

/** Seconds until what a limit of the whole number refused is tried again: 1, 2, 4 … 64. */
export const limitWait = (waits: number): number => 2 ** Math.min(waits, 6);

const daySeconds = 86_400;

const after = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

type Tried = Pick<
  Claimed,
  'id' | 'campusID' | 'senderID' | 'broadcastID' | 'attempts' | 'waits' | 'leaseUntil' | 'startedAt'
> & { sequence: number | null };
type Rejected = Extract<Outcome, { kind: 'rejected' }>;
type Change = Pick<Settlement, 'status'> & Partial<Settlement>;

/** Again after a while, and not for ever. */
const retryLater = ({ attempts }: Tried, now: Date): Change =>
  attempts % mostAttempts === 0
    ? { status: 'failed' }
    : { status: 'queued', dueAt: after(now, waitAfter(attempts)) };

/** Put off: it was no try. */
const putOff = ({ attempts, waits }: Tried, dueAt: string, reason: Reason | null): Change => ({
  status: 'queued',
  attempts: attempts - 1,
  waits: waits + 1,
  dueAt,
  reason,
  code: null,
  outcome: null,
});

/** What each policy makes of a refusal. */
const byPolicy: Record<Policy, (tried: Tried, reason: Reason, now: Date) => Change> = {
  retrySender: (tried, reason, now) => ({
    ...putOff(tried, after(now, limitWait(tried.waits)), reasonOf('slowDown')),
    trouble: { kind: 'throttled', reason },
  }),
  retryPair: (tried, _reason, now) => putOff(tried, after(now, pairWait(tried.waits)), reasonOf('pairLimit')),
  retryTransient: (tried, reason, now) => ({
    ...retryLater(tried, now),
    trouble: { kind: 'failure', reason },
  }),
  retryTomorrow: ({ attempts }, _reason, now) =>
    attempts % mostAttempts === 1
      ? { status: 'queued', dueAt: after(now, daySeconds), reason: reasonOf('tomorrow') }
      : { status: 'failed' },
  pauseSender: (tried, reason, now) => ({
    ...putOff(tried, now.toISOString(), reason),
    trouble: { kind: 'stop', reason, policy: 'pauseSender' },
  }),
  fixToken: (tried, reason, now) => ({
    ...putOff(tried, now.toISOString(), reason),
    trouble: { kind: 'stop', reason, policy: 'fixToken' },
  }),
  pauseTemplate: (tried, reason, now) => ({
    ...putOff(tried, now.toISOString(), reason),
    trouble: { kind: 'template', reason },
  }),
  failRecipient: () => ({ status: 'failed' }),
  switchToTemplate: () => ({ status: 'failed' }),
  failRequest: (_tried, reason) => ({ status: 'failed', trouble: { kind: 'failure', reason } }),
};

function changeOf(tried: Tried, outcome: Outcome, now: Date): Change {
  switch (outcome.kind) {
    case 'accepted': {
      const { providerID, pollAfter, waID = null } = outcome;
      const acceptedAt = now.toISOString();
      const pollAt = pollAfter === undefined ? null : new Date(now.getTime() + pollAfter).toISOString();
      return { status: 'accepted', waits: 0, providerID, waID, acceptedAt, pollAt };
    }
    case 'later':
      return putOff(tried, outcome.at.toISOString(), outcome.reason ?? null);
    case 'rejected':
      return byPolicy[outcome.policy ?? 'failRecipient'](tried, outcome.reason, now);
    case 'notSent':
      return { ...retryLater(tried, now), trouble: { kind: 'failure', reason: outcome.reason } };
    case 'unknown':
      return { status: 'unknown', trouble: { kind: 'failure', reason: outcome.reason } };
  }
}

export function settle(tried: Tried, outcome: Outcome, now: Date): Settlement {
  const { id, campusID, senderID, broadcastID, sequence, attempts, waits, leaseUntil, startedAt } = tried;
  const settlement: Settlement = {
    id,
    campusID,
    senderID,
    broadcastID,
    attempt: attempts,
    sequence,
    lease: leaseUntil,
    attempts,
    waits,
    reason: ('reason' in outcome && outcome.reason) || null,
    code: (outcome.kind === 'rejected' && outcome.code) || null,
    providerID: null,
    dueAt: null,
    pollAt: null,
    waID: null,
    acceptedAt: null,
    status: 'unknown',
    outcome: outcome.kind === 'later' ? null : outcome.kind,
    startedAt,
    endedAt: now.toISOString(),
    trouble: null,
  };
  return Object.assign(settlement, changeOf(tried, outcome, now));
}

/**
 * The same where the provider had accepted the message, and tells only later that it failed. The try was made and has
 * its row, so it counts, and the next one has another name; a limit is therefore not waited for without an end.
 */
export function settleLate(tried: Tried, refusal: Omit<Rejected, 'kind'>, now: Date): Settlement {
  const settlement = settle(tried, { kind: 'rejected', ...refusal }, now);
  const late = { ...settlement, attempts: tried.attempts, outcome: null };
  const isLimit = settlement.attempts < tried.attempts && (late.trouble?.kind ?? 'throttled') === 'throttled';
  if (!isLimit || tried.attempts % mostAttempts !== 0) return late;
  return { ...late, status: 'failed', reason: refusal.reason, code: refusal.code ?? null, dueAt: null };
}

/** Failures in a row, of the kind that is ours or the provider's, after which a broadcast is paused. */
export const mostConsecutiveFailures = 10;

/** Of so many failures a broadcast keeps the numbers: more than can be under way at once. */
const mostKept = 500;

/** As a broadcast keeps them: the tries that failed, and below zero those that were put off, which were none. */
const parseFailures = (text: string): Map<number, boolean> =>
  new Map(
    text
      .split(',')
      .filter(Boolean)
      .map((part) => [Math.abs(Number(part)), !part.startsWith('-')]),
  );

/** The most failures in a row; what was put off neither counts nor parts them, any other number does. */
function longestStreak(failed: ReadonlyMap<number, boolean>): number {
  let longest = 0;
  let row = 0;
  let before = 0;
  for (const sequence of [...failed.keys()].sort((a, b) => a - b)) {
    if (sequence !== before + 1) row = 0;
    if (failed.get(sequence)) row += 1;
    longest = Math.max(longest, row);
    before = sequence;
  }
  return longest;
}

export type Failures = {
  failures: string;
  /** The most in a row. */
  row: number;
  /** Why the last of them failed. */
  last: Reason | undefined;
};

/** Whether the guard of its broadcast has to know of it. */
export const countsForGuard = ({ trouble, outcome }: Pick<Settlement, 'trouble' | 'outcome'>): boolean =>
  trouble?.kind === 'failure' || outcome === null;

/**
 * The failures of a broadcast after these outcomes. They are in a row where they were handed over one after the other,
 * in whatever order the answers come: slow successes in between are successes all the same, also while they are
 * awaited. That a recipient cannot be reached is no fault of ours.
 */
export function consecutiveFailuresAfter(
  { failures, pardoned }: { failures: string; pardoned: number },
  settlements: readonly Settlement[],
): Failures {
  const failed = parseFailures(failures);
  let last: Reason | undefined;
  for (const one of settlements) {
    if (!countsForGuard(one) || one.sequence === null || one.sequence <= pardoned) continue;
    const isFailure = one.trouble?.kind === 'failure';
    failed.set(one.sequence, isFailure);
    if (isFailure) last = one.trouble?.reason;
  }
  const kept = [...failed].sort(([a], [b]) => a - b).slice(-mostKept);
  const text = kept.map(([sequence, isFailure]) => (isFailure ? sequence : -sequence)).join(',');
  return { failures: text, row: longestStreak(new Map(kept)), last };
}
