/** The states of a message. The database's CHECK, the wire and the screen all use this list. */

export const messageStates = [
  'queued',
  'sending',
  'accepted',
  'sent',
  'delivered',
  'read',
  'failed',
  'unknown',
  'cancelled',
  'skipped',
] as const;

export type MessageState = (typeof messageStates)[number];

/** The outcome of a try. A message that waits because of a limit has not been tried. */
export const attemptOutcomes = ['accepted', 'rejected', 'notSent', 'unknown'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** What a provider can report later about a message that it has accepted. */
export const receiptStates = ['sent', 'delivered', 'read', 'failed'] as const;
export type ReceiptState = (typeof receiptStates)[number];

/**
 * The states that each receipt may change. Receipts only move a message forward, and a failure counts only before
 * delivery. `queued` is here because a person may have retried the message while the first try was still on its way.
 */
export const raisedBy: Record<ReceiptState, readonly MessageState[]> = {
  sent: ['sending', 'unknown', 'queued', 'accepted'],
  delivered: ['sending', 'unknown', 'queued', 'accepted', 'sent', 'failed'],
  read: ['sending', 'unknown', 'queued', 'accepted', 'sent', 'delivered', 'failed'],
  failed: ['sending', 'unknown', 'accepted', 'sent'],
};

/** The states in which the provider has the message, whatever happened to it later. */
export const handedOver: readonly MessageState[] = ['accepted', 'sent', 'delivered', 'read'];

/** The states from which a person may put a message back into the outbox. */
export const retryable: readonly MessageState[] = ['failed', 'unknown'];

export type MessageCounts = { pending: number } & Record<Exclude<MessageState, 'queued'>, number>;

/** A count of 0 for each state. The wire calls `queued` `pending`. */
export const noMessages = (): MessageCounts => ({
  pending: 0,
  sending: 0,
  accepted: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  unknown: 0,
  cancelled: 0,
  skipped: 0,
});

/**
 * `run`: a send to many. `reply`: one message from a chat. `notice`: confirms to a number that it gets no more
 * messages.
 */
export type BroadcastKind = 'run' | 'reply' | 'notice';
