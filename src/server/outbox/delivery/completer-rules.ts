/**
 * Retry policy with exponential backoff: decides what an outcome does to a message. Pure, so that a test can cover
 * every arrow of the state diagram.
 */
import { type Reason, reasonOf } from '#shared/reasons.ts';
import type { Policy } from '../../whatsapp/error-codes.ts';
import type { Outcome } from '../../whatsapp/port.ts';
import type { Claimed, Settlement } from '../model.ts';

/**
 * A message that never left fails at each multiple of this many attempts. A retry by a person does not restart the
 * count, because no two attempts may have the same name. It goes on to the next multiple.
 */
export const mostAttempts = 5;

/** Seconds until the next attempt: 10, 40, 160, 640. */
export const waitAfter = (attempts: number): number => 10 * 4 ** ((attempts - 1) % mostAttempts);

/**
 * Seconds until a message that the limit of one recipient refused is tried again: 6, 16, 64, 256. WhatsApp asks for 4^n
 * seconds, but accepts one message in 6 s, so an earlier attempt would only be refused.
 */
export const pairWait = (waits: number): number => Math.max(6, 4 ** Math.min(waits + 1, 4));

/** Seconds until a message that a limit of the whole number refused is tried again: 1, 2, 4 … 64. */
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
 * Settles a message that the provider had accepted and later reported as failed. The attempt was made and has its row,
 * so it counts and the next one has another name. A limit therefore cannot postpone the message forever.
 */
export function settleLate(tried: Tried, refusal: Omit<Rejected, 'kind'>, now: Date): Settlement {
  const settlement = settle(tried, { kind: 'rejected', ...refusal }, now);
  const late = { ...settlement, attempts: tried.attempts, outcome: null };
  const isLimit = settlement.attempts < tried.attempts && (late.trouble?.kind ?? 'throttled') === 'throttled';
  if (!isLimit || tried.attempts % mostAttempts !== 0) return late;
  return { ...late, status: 'failed', reason: refusal.reason, code: refusal.code ?? null, dueAt: null };
}

/** A broadcast pauses after this many consecutive failures that are our fault or the provider's. */
export const mostConsecutiveFailures = 10;

/** A broadcast keeps the sequence numbers of this many failures, more than can be under way at once. */
const mostKept = 500;

/**
 * Reads the stored failures: positive numbers are failed attempts, negative ones were postponed and so are no attempts.
 */
const parseFailures = (text: string): Map<number, boolean> =>
  new Map(
    text
      .split(',')
      .filter(Boolean)
      .map((part) => [Math.abs(Number(part)), !part.startsWith('-')]),
  );

/** Returns the most failures in a row. A postponed attempt neither counts nor ends a row; any other number ends it. */
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
  /** The most failures in a row. */
  row: number;
  /** The reason of the last failure. */
  last: Reason | undefined;
};

/** Tells whether this outcome matters for the pause after consecutive failures. */
export const countsForGuard = ({ trouble, outcome }: Pick<Settlement, 'trouble' | 'outcome'>): boolean =>
  trouble?.kind === 'failure' || outcome === null;

/**
 * Returns the failures of a broadcast after these outcomes. Failures are consecutive in the order of their handovers,
 * whatever the order of the answers, so an attempt whose success is still awaited ends a row. A recipient that cannot
 * be reached does not count.
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
