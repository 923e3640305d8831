/**
 * Types and tables that the modules of the outbox and their callers share: the states of a message and of a broadcast,
 * the allowed transitions, and the steps of a message. Instants are ISO text.
 */

import type { AttemptOutcome, MessageState } from '#shared/messages/message-states.ts';
import type { Reason } from '#shared/messages/reasons.ts';
import type { SendAudience } from '#shared/money/bill-status.ts';
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

/**
 * The recipients and the content of a broadcast. `day` is when it was created, in the time zone of the campus. `family`
 * is 1 if each number gets one message.
 */
export type Broadcast = {
  id: number;
  audience: SendAudience;
  text: string;
  media: string;
  family: number;
  day: string;
  /** The last day on which its text is true; null when it is always true. */
  lastDay: string | null;
  /**
   * The payment, if the broadcast is a receipt. `isTakenBack` means that the payment is void or was partly returned.
   */
  payment: { isTakenBack: boolean } | undefined;
};

/**
 * A message that waits, or will wait again. `billIDs` are its bills, as stored: ` 12 13 `. `owedIDs` are the bills that
 * were still owed when the message was planned for later.
 */
export type WaitingMessage = {
  id: number;
  broadcastID: number;
  billIDs: string;
  owedIDs: string;
  number: string;
};

/** The content of a message. `params` has its values as JSON, if the broadcast uses a template. */
export type MessageText = {
  id: number;
  text: string;
  params: string | null;
  billIDs: string;
  media: string;
};

/** A due message that is judged again before it is claimed. Its bills are stored as in `WaitingMessage`. */
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
  /** The values as JSON, if the broadcast uses a template. */
  params: string | null;
};

/**
 * A message under a lease. `attempts` includes this attempt. With `template` the template is sent, otherwise the text.
 */
export type Claimed = Candidate & {
  leaseUntil: string;
  startedAt: string;
  /** Its number among the attempts of its broadcast. */
  sequence: number;
  /** The payment for which this is the receipt. */
  paymentID: number | null;
  /**
   * `goAt` is its slot in the rate of its sender, in milliseconds. It may not be sent earlier. `spacing` is the time
   * until the next slot.
   */
  goAt: number;
  spacing: number;
  template?: FilledTemplate;
};

/** A message that is not sent any more, with the reason. */
export type LeftOut = { id: number; reason: Reason };

/** A message that is not sent before `dueAt`, with the reason. */
export type PutOff = LeftOut & { dueAt: string };

/** A problem of the sender or the broadcast, which must then be stopped or slowed down after an attempt. */
export type AttemptProblem =
  /** The provider throttles the sender. */
  | { kind: 'throttled'; reason: Reason }
  /** The provider refuses the template of the broadcast. */
  | { kind: 'template'; reason: Reason }
  /** A fault of ours or of the provider: it counts towards the consecutive failures of the broadcast. */
  | { kind: 'failure'; reason: Reason }
  /** The sender may send nothing more. */
  | { kind: 'stop'; reason: Reason; policy: 'pauseSender' | 'fixToken' };

/** The new values of one message after an attempt. */
export type Settlement = {
  id: number;
  campusID: number;
  senderID: string;
  broadcastID: number;
  attempt: number;
  /**
   * The number of the attempt in its broadcast, in the order of the handovers; null where attempts were not numbered.
   */
  sequence: number | null;
  /**
   * Distinguishes this claim from a later claim with the same attempt number. Two claims can have the same number,
   * because a postponed attempt is not counted.
   */
  lease: string;
  /** The attempts that count from now on, and how often in a row the message was postponed. */
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
  /** The stored outcome of the attempt; null when a limit postponed it, because that was no attempt. */
  outcome: AttemptOutcome | null;
  startedAt: string;
  endedAt: string;
  problem: AttemptProblem | null;
};

/** Reads a list of ids as a message stores it: ` 12 13 `. */
export function billIDsOf({ billIDs }: Pick<WaitingMessage, 'billIDs'>): number[] {
  const ids = billIDs.trim();
  return ids === '' ? [] : ids.split(' ').map(Number);
}

/** Writes a list of ids as a message stores it: ` 12 13 `, or empty when there are none. */
export const storedIDs = (ids: readonly number[]): string => (ids.length > 0 ? ` ${ids.join(' ')} ` : '');

/** Returns those of these messages that are about one of these bills. */
export const aboutBills = <M extends Pick<WaitingMessage, 'billIDs'>>(
  messages: readonly M[],
  bills: ReadonlySet<number>,
): M[] => messages.filter((message) => billIDsOf(message).some((id) => bills.has(id)));

/** Milliseconds within which cancelled or skipped messages can be restored. Later their text may no longer be true. */
export const restorable = 10 * 60_000;

/**
 * The messages to cancel or retry: those of one broadcast, those with these ids, those that failed with this reason
 * code (empty: without a known reason), or all of the campus. `reachableOnly` leaves out failures that would happen
 * again, for example numbers that are not on WhatsApp.
 */
export type MessageChoice = {
  broadcastID?: number | undefined;
  ids?: number[] | undefined;
  reasonCode?: string | undefined;
  reachableOnly?: boolean | undefined;
};
