/**
 * Retry policy with exponential backoff: decides what an outcome does to a message. Pure, so that a test can cover
 * every arrow of the state diagram.
 */
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { Policy } from '../../whatsapp/error-codes.ts';
import type { Outcome } from '../../whatsapp/port.ts';
import type { Claimed, Settlement } from '../model.ts';

/**
 * A message that could not be sent fails after this many attempts. A retry by a person continues the count to the next
 * multiple, because every attempt of a message needs a different number.
 */
export const mostAttempts = 5;

/** Seconds until the next attempt: 10, 40, 160, 640. */
export const waitAfter = (attempts: number): number => 10 * 4 ** ((attempts - 1) % mostAttempts);

/**
 * Seconds until the next attempt, after the limit per recipient refused the message: 6, 16, 64, 256. WhatsApp asks for
 * 4^n seconds, but accepts one message in 6 s, so an earlier attempt would be refused again.
 */
const pairWait = (waits: number): number => Math.max(6, 4 ** Math.min(waits + 1, 4));

/** Seconds until the next attempt, after a limit of the whole number refused the message: 1, 2, 4 … 64. */
export const limitWait = (waits: number): number => 2 ** Math.min(waits, 6);

const daySeconds = 86_400;

const after = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

type Tried = Pick<
  Claimed,
  'id' | 'campusID' | 'senderID' | 'broadcastID' | 'attempts' | 'waits' | 'leaseUntil' | 'startedAt'
> & { sequence: number | null };
type Rejected = Extract<Outcome, { kind: 'rejected' }>;
type Change = Pick<Settlement, 'status'> & Partial<Settlement>;

/** Tries again after a wait, until the attempts are used up. */
const retryLater = ({ attempts }: Tried, now: Date): Change =>
  attempts % mostAttempts === 0
    ? { status: 'failed' }
    : { status: 'queued', dueAt: after(now, waitAfter(attempts)) };

/** Postpones the message without counting an attempt. */
const putOff = ({ attempts, waits }: Tried, dueAt: string, reason: Reason | null): Change => ({
  status: 'queued',
  attempts: attempts - 1,
  waits: waits + 1,
  dueAt,
  reason,
  code: null,
  outcome: null,
});

/** The effect of each policy on a refused message. */
const byPolicy: Record<Policy, (tried: Tried, reason: Reason, now: Date) => Change> = {
  retrySender: (tried, reason, now) => ({
    ...putOff(tried, after(now, limitWait(tried.waits)), makeReason('slowDown')),
    problem: { kind: 'throttled', reason },
  }),
  retryPair: (tried, _reason, now) =>
    putOff(tried, after(now, pairWait(tried.waits)), makeReason('pairLimit')),
  retryTransient: (tried, reason, now) => ({
    ...retryLater(tried, now),
    problem: { kind: 'failure', reason },
  }),
  retryTomorrow: ({ attempts }, _reason, now) =>
    attempts % mostAttempts === 1
      ? { status: 'queued', dueAt: after(now, daySeconds), reason: makeReason('tomorrow') }
      : { status: 'failed' },
  pauseSender: (tried, reason, now) => ({
    ...putOff(tried, now.toISOString(), reason),
    problem: { kind: 'stop', reason, policy: 'pauseSender' },
  }),
  fixToken: (tried, reason, now) => ({
    ...putOff(tried, now.toISOString(), reason),
    problem: { kind: 'stop', reason, policy: 'fixToken' },
  }),
  pauseTemplate: (tried, reason, now) => ({
    ...putOff(tried, now.toISOString(), reason),
    problem: { kind: 'template', reason },
  }),
  failRecipient: () => ({ status: 'failed' }),
  switchToTemplate: () => ({ status: 'failed' }),
  failRequest: (_tried, reason) => ({ status: 'failed', problem: { kind: 'failure', reason } }),
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
      return { ...retryLater(tried, now), problem: { kind: 'failure', reason: outcome.reason } };
    case 'unknown':
      return { status: 'unknown', problem: { kind: 'failure', reason: outcome.reason } };
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
    problem: null,
  };
  return Object.assign(settlement, changeOf(tried, outcome, now));
}

/**
 * Settles a message that the provider had accepted and later reported as failed. That attempt is stored, so it counts,
 * and the next attempt gets another number. Therefore a limit cannot postpone the message forever.
 */
export function settleLate(tried: Tried, refusal: Omit<Rejected, 'kind'>, now: Date): Settlement {
  const settlement = settle(tried, { kind: 'rejected', ...refusal }, now);
  const late = { ...settlement, attempts: tried.attempts, outcome: null };
  const isLimit = settlement.attempts < tried.attempts && (late.problem?.kind ?? 'throttled') === 'throttled';
  if (!isLimit || tried.attempts % mostAttempts !== 0) return late;
  return { ...late, status: 'failed', reason: refusal.reason, code: refusal.code ?? null, dueAt: null };
}

/** A broadcast pauses after this many consecutive failures that we or the provider have caused. */
export const mostConsecutiveFailures = 10;

/** A broadcast stores the sequence numbers of this many failures. Fewer messages than that can be in flight. */
const mostStored = 500;

/**
 * Parses the stored failures. A positive number is a failed attempt. A negative number is a postponed one, which does
 * not count as an attempt.
 */
const parseFailures = (text: string): Map<number, boolean> =>
  new Map(
    text
      .split(',')
      .filter(Boolean)
      .map((part) => [Math.abs(Number(part)), !part.startsWith('-')]),
  );

/**
 * Returns the length of the longest row of failures. A postponed attempt neither counts nor ends a row. A sequence
 * number that is not in the list ends it.
 */
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
  /** The length of the longest row of failures. */
  row: number;
  /** The reason of the last failure. */
  last: Reason | undefined;
};

/** Tells whether this outcome matters for the pause after consecutive failures. */
export const countsForGuard = ({ problem, outcome }: Pick<Settlement, 'problem' | 'outcome'>): boolean =>
  problem?.kind === 'failure' || outcome === null;

/**
 * Returns the failures of a broadcast after these outcomes. Failures are consecutive in the order of their handovers,
 * not of their answers, so an attempt that has no answer yet ends a row. A failure that the recipient caused does not
 * count.
 */
export function consecutiveFailuresAfter(
  { failures, pardoned }: { failures: string; pardoned: number },
  settlements: readonly Settlement[],
): Failures {
  const failed = parseFailures(failures);
  let last: Reason | undefined;
  for (const one of settlements) {
    if (!countsForGuard(one) || one.sequence === null || one.sequence <= pardoned) continue;
    const isFailure = one.problem?.kind === 'failure';
    failed.set(one.sequence, isFailure);
    if (isFailure) last = one.problem?.reason;
  }
  const latest = [...failed].sort(([a], [b]) => a - b).slice(-mostStored);
  const text = latest.map(([sequence, isFailure]) => (isFailure ? sequence : -sequence)).join(',');
  return { failures: text, row: longestStreak(new Map(latest)), last };
}
