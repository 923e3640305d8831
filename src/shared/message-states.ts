/** The life of a message: the one list that the database's CHECK, the wire and the screen are made of. */

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

/** What a try came to. That a limit put it off is no try. */
export const attemptOutcomes = ['accepted', 'rejected', 'notSent', 'unknown'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** What a provider can later say of a message it has accepted. */
export const receiptStates = ['sent', 'delivered', 'read', 'failed'] as const;
export type ReceiptState = (typeof receiptStates)[number];

/**
 * The states a receipt may move a message out of. Receipts only move right, and a failure counts only before
 * delivery. `queued` stands here for a message that a person retried while the first try was still on its way.
 */
export const raisedBy: Record<ReceiptState, readonly MessageState[]> = {
  sent: ['sending', 'unknown', 'queued', 'accepted'],
  delivered: ['sending', 'unknown', 'queued', 'accepted', 'sent', 'failed'],
  read: ['sending', 'unknown', 'queued', 'accepted', 'sent', 'delivered', 'failed'],
  failed: ['sending', 'unknown', 'accepted', 'sent'],
};

/** The states in which the provider has the message, whatever became of it. */
export const handedOver: readonly MessageState[] = ['accepted', 'sent', 'delivered', 'read'];

/** The states from which a person may put a message back into the outbox. */
export const retryable: readonly MessageState[] = ['failed', 'unknown'];

export type MessageCounts = { pending: number } & Record<Exclude<MessageState, 'queued'>, number>;

/** All zero; `pending` is the wire's word for `queued`. */
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

/** A run is of many; a reply is a single message out of a chat; a notice tells a number that it gets no more. */
export type BroadcastKind = 'run' | 'reply' | 'notice';
