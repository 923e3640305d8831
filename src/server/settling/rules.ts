/** What an outcome makes of a message. Pure, so that every arrow of the state diagram can be walked in a test. */
import type { AttemptOutcome, MessageState } from '#shared/message-states.ts';
import { waitReasons } from '#shared/words/pace.ts';
import type { Claimed } from '../claims/actions.ts';
import type { Policy } from '../whatsapp/error-codes.ts';
import type { Outcome } from '../whatsapp/port.ts';

/** The new values of one message after a try. Instants are ISO text. */
export type Settlement = {
  id: number;
  campusID: number;
  senderID: string;
  broadcastID: number;
  attempt: number;
  /** The number of the try in its run, in the order in which they were handed over; null where nobody counted. */
  sequence: number | null;
  /** Tells this claim from a later one of the same number: what the provider put off is not counted. */
  lease: string;
  /** The tries that count from now on, and how often it was put off in a row. */
  attempts: number;
  waits: number;
  status: Extract<MessageState, 'accepted' | 'failed' | 'unknown' | 'queued'>;
  reason: string | null;
  code: string | null;
  providerID: string | null;
  dueAt: string | null;
  pollAt: string | null;
  waID: string | null;
  acceptedAt: string | null;
  /** What is kept of the try; a limit that put it off was none. */
  outcome: AttemptOutcome | null;
  startedAt: string;
  endedAt: string;
  /** What else must be stopped or slowed down, and why. */
  trouble: Trouble | null;
};

export type Trouble =
  | { kind: 'slow' | 'template' | 'strike'; reason: string }
  | { kind: 'stop'; reason: string; policy: 'pauseSender' | 'fixToken' };

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

/**
 * Names the message and the try in the provider's receipts, without a word about a person. `word` is the sender's own:
 * another installation, and this one before it was put back from a copy, has the same ids and another word.
 */
export const opaqueOf = ({ id, attempts }: Pick<Claimed, 'id' | 'attempts'>, word: string): string =>
  `m2:${id}:a${attempts}:${word}`;

/** Before senders had a word it was `m1`, and none. */
const opaqueShape = /^(?:m1:(\d{1,15}):a(\d{1,9})|m2:(\d{1,15}):a(\d{1,9}):([\da-z]{8,64}))$/;

export type Named = Pick<Claimed, 'id' | 'attempts'> & { word: string };

/** The message, the try and the word that an opaque text names; undefined when it is none of ours. */
export function readOpaque(opaque: string): Named | undefined {
  const [text, oldID, oldAttempts, id = oldID, attempts = oldAttempts, word = ''] =
    opaqueShape.exec(opaque) ?? [];
  return text === undefined ? undefined : { id: Number(id), attempts: Number(attempts), word };
}

const after = (now: Date, seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();

type Tried = Pick<
  Claimed,
  'id' | 'campusID' | 'senderID' | 'broadcastID' | 'attempts' | 'waits' | 'leaseUntil' | 'startedAt'
> & { sequence: number | null };
type Rejected = Extract<Outcome, { kind: 'rejected' }>;
type Change = Pick<Settlement, 'status'> & Partial<Settlement>;

/** Again after a while, and not for ever. */
const again = ({ attempts }: Tried, now: Date): Change =>
  attempts % mostAttempts === 0
    ? { status: 'failed' }
    : { status: 'queued', dueAt: after(now, waitAfter(attempts)) };

/** Put off: it was no try. */
const putOff = ({ attempts, waits }: Tried, dueAt: string, reason: string | null): Change => ({
  status: 'queued',
  attempts: attempts - 1,
  waits: waits + 1,
  dueAt,
  reason,
  code: null,
  outcome: null,
});

/** What each policy makes of a refusal. */
const refused: Record<Policy, (tried: Tried, reason: string, now: Date) => Change> = {
  retrySender: (tried, reason, now) => ({
    ...putOff(tried, after(now, limitWait(tried.waits)), waitReasons.limit),
    trouble: { kind: 'slow', reason },
  }),
  retryPair: (tried, _reason, now) => putOff(tried, after(now, pairWait(tried.waits)), waitReasons.pair),
  retryTransient: (tried, reason, now) => ({ ...again(tried, now), trouble: { kind: 'strike', reason } }),
  retryTomorrow: ({ attempts }, _reason, now) =>
    attempts % mostAttempts === 1
      ? { status: 'queued', dueAt: after(now, daySeconds), reason: waitReasons.tomorrow }
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
  failRequest: (_tried, reason) => ({ status: 'failed', trouble: { kind: 'strike', reason } }),
};

function changeOf(tried: Tried, outcome: Outcome, now: Date): Change {
  switch (outcome.kind) {
    case 'accepted': {
      const { providerID, pollAt, waID = null } = outcome;
      const acceptedAt = now.toISOString();
      const asked = { pollAt: pollAt?.toISOString() ?? null, acceptedAt };
      return { status: 'accepted', waits: 0, providerID, waID, ...asked };
    }
    case 'later':
      return putOff(tried, outcome.at.toISOString(), outcome.reason ?? null);
    case 'rejected':
      return refused[outcome.policy ?? 'failRecipient'](tried, outcome.reason, now);
    case 'notSent':
      return { ...again(tried, now), trouble: { kind: 'strike', reason: outcome.reason } };
    case 'unknown':
      return { status: 'unknown', trouble: { kind: 'strike', reason: outcome.reason } };
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
  const isLimit = settlement.attempts < tried.attempts && (late.trouble?.kind ?? 'slow') === 'slow';
  if (!isLimit || tried.attempts % mostAttempts !== 0) return late;
  return { ...late, status: 'failed', reason: refusal.reason, code: refusal.code ?? null, dueAt: null };
}

/** Failures in a row, of the kind that is ours or the provider's, after which a run is paused. */
export const mostStrikes = 10;

/** Of so many failures a run keeps the numbers: more than can be under way at once. */
const mostKept = 500;

/** As a run keeps them: the tries that failed, and below zero those that were put off, which were none. */
const readFailures = (text: string): Map<number, boolean> =>
  new Map(
    text
      .split(',')
      .filter(Boolean)
      .map((part) => [Math.abs(Number(part)), !part.startsWith('-')]),
  );

/** The most failures in a row; what was put off neither counts nor parts them, any other number does. */
function longestRow(failed: ReadonlyMap<number, boolean>): number {
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
  last: string | undefined;
};

/** Whether the guard of its run has to know of it. */
export const isNoted = ({ trouble, outcome }: Pick<Settlement, 'trouble' | 'outcome'>): boolean =>
  trouble?.kind === 'strike' || outcome === null;

/**
 * The failures of a run after these outcomes. They are in a row where they were handed over one after the other, in
 * whatever order the answers come: slow successes in between are successes all the same, also while they are awaited.
 * That a recipient cannot be reached is no fault of ours.
 */
export function failuresAfter(
  { failures, pardoned }: { failures: string; pardoned: number },
  settlements: readonly Settlement[],
): Failures {
  const failed = readFailures(failures);
  let last: string | undefined;
  for (const one of settlements) {
    if (!isNoted(one) || one.sequence === null || one.sequence <= pardoned) continue;
    const isFailure = one.trouble?.kind === 'strike';
    failed.set(one.sequence, isFailure);
    if (isFailure) last = one.trouble?.reason;
  }
  const kept = [...failed].sort(([a], [b]) => a - b).slice(-mostKept);
  const text = kept.map(([sequence, isFailure]) => (isFailure ? sequence : -sequence)).join(',');
  return { failures: text, row: longestRow(new Map(kept)), last };
}
