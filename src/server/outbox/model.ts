/**
 * What the rooms of the outbox share, and whoever speaks to it: the states of a message and of a broadcast, what may
 * follow what, and a message from waiting to settled. Types and tables only. Instants are ISO text.
 */
import type { SendAudience } from '#shared/bill-status.ts';
import type { AttemptOutcome, MessageState } from '#shared/message-states.ts';
import type { Reason } from '#shared/reasons.ts';
import type { FilledTemplate } from '../whatsapp/model.ts';

/** State machine: the states that may follow each state of a message. Drawn and explained in docs/message-states.md. */
export const nextMessageStates: Record<MessageState, readonly MessageState[]> = {
  queued: ['sending', 'cancelled', 'skipped', 'sent', 'delivered', 'read'],
  sending: ['accepted', 'failed', 'queued', 'unknown', 'cancelled', 'sent', 'delivered', 'read'],
  accepted: ['sent', 'delivered', 'read', 'failed'],
  sent: ['delivered', 'read', 'failed'],
  delivered: ['read'],
  read: [],
  failed: ['queued', 'delivered', 'read'],
  unknown: ['queued', 'accepted', 'failed', 'sent', 'delivered', 'read'],
  cancelled: ['queued'],
  skipped: ['queued'],
};

/** A broadcast is done when none of its messages waits; a retry or a restore opens it again. */
export type BroadcastState = 'running' | 'paused' | 'done';

/**
 * Whom a broadcast was for and what it says. `day`: when it was made, in the campus. `family`: 1 where it is one
 * message a number.
 */
export type Broadcast = {
  id: number;
  audience: SendAudience;
  text: string;
  media: string;
  family: number;
  day: string;
  /** The last day on which what it says still holds; null: always. */
  lastDay: string | null;
  /** Of which it is the receipt; undefined where it is of none. `isTakenBack`: it is void, or money of it went back. */
  payment: { isTakenBack: boolean } | undefined;
};

/**
 * A message that waits, or is to wait again. `billIDs`: the bills it speaks of, as stored: ` 12 13 `. `owedIDs`: those of
 * them that were owed when it was planned for later.
 */
export type WaitingMessage = {
  id: number;
  broadcastID: number;
  billIDs: string;
  owedIDs: string;
  number: string;
};

/** What a message says and carries. `params`: JSON of its values, where its broadcast goes by a template. */
export type MessageText = {
  id: number;
  text: string;
  params: string | null;
  billIDs: string;
  media: string;
};

/** A message that is due, and is judged once more before it is claimed. Its bills as in `WaitingMessage`. */
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
  owedIDs: string;
  /** JSON of its values, where its broadcast goes by a template. */
  params: string | null;
};

/**
 * A message under a lease. `attempts` counts this try too. With `template` it goes by that, and by its text otherwise.
 */
export type Claimed = Candidate & {
  leaseUntil: string;
  /** It was marked as handed over with its claim, since it leaves at once. */
  isHandedOver: boolean;
  startedAt: string;
  /** Its number among the tries of its broadcast. */
  sequence: number;
  /** The payment of which it is the receipt. */
  paymentID: number | null;
  /** Its slot in the rate of its sender: not before, in milliseconds; and how long after it the next has its own. */
  goAt: number;
  spacing: number;
  template?: FilledTemplate;
};

/** A message that is not sent any more, and why. */
export type LeftOut = { id: number; reason: Reason };

/** A message that is not sent before `dueAt`, and why. */
export type PutOff = LeftOut & { dueAt: string };

/** What else must be stopped or slowed down after a try, and why. */
export type Trouble =
  /** The provider throttles the sender. */
  | { kind: 'throttled'; reason: Reason }
  /** The provider refuses the template of the broadcast. */
  | { kind: 'template'; reason: Reason }
  /** A fault of ours or the provider's: it counts towards the consecutive failures of the broadcast. */
  | { kind: 'failure'; reason: Reason }
  /** The sender may send nothing more. */
  | { kind: 'stop'; reason: Reason; policy: 'pauseSender' | 'fixToken' };

/** The new values of one message after a try. */
export type Settlement = {
  id: number;
  campusID: number;
  senderID: string;
  broadcastID: number;
  attempt: number;
  /** The number of the try in its broadcast, in the order in which they were handed over; null where nobody counted. */
  sequence: number | null;
  /** Tells this claim from a later one of the same number: what the provider put off is not counted. */
  lease: string;
  /** The tries that count from now on, and how often it was put off in a row. */
  attempts: number;
  waits: number;
  status: Extract<MessageState, 'accepted' | 'failed' | 'unknown' | 'queued'>;
  reason: Reason | null;
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
  trouble: Trouble | null;
};

/** The ids in a list as a message stores it: ` 12 13 `. */
export function billIDsOf({ billIDs }: Pick<WaitingMessage, 'billIDs'>): number[] {
  const ids = billIDs.trim();
  return ids === '' ? [] : ids.split(' ').map(Number);
}

/** A list of ids as a message stores it: ` 12 13 `; empty where there are none. */
export const storedIDs = (ids: readonly number[]): string => (ids.length > 0 ? ` ${ids.join(' ')} ` : '');

/** Those of these messages that speak of one of these bills. */
export const aboutBills = <M extends Pick<WaitingMessage, 'billIDs'>>(
  messages: readonly M[],
  bills: ReadonlySet<number>,
): M[] => messages.filter((message) => billIDsOf(message).some((id) => bills.has(id)));

/** Milliseconds within which what was cancelled or skipped may be restored: later a text may no longer be true. */
export const restorable = 10 * 60_000;

/**
 * What is cancelled or retried: of one broadcast, these messages, those that failed for a reason of this code (empty:
 * for none that is known), or all there is of the campus. `reachableOnly`: none whose number is known not to be on
 * WhatsApp.
 */
export type MessageChoice = {
  broadcastID?: number | undefined;
  ids?: number[] | undefined;
  reasonCode?: string | undefined;
  reachableOnly?: boolean | undefined;
};
