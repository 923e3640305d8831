/** The tables of the outbox. No other module writes them. Instants are ISO text. */
import type { Generated } from 'kysely';
import type { SendAudience } from '#shared/bill-status.ts';
import type { AttemptOutcome, BroadcastKind, MessageState, ReceiptState } from '#shared/message-states.ts';
import type { Reason } from '#shared/reasons.ts';
import type { Text, Whole } from '../platform/db/tables.ts';

export type MessageTable = {
  id: Generated<number>;
  campusID: number;
  broadcastID: number;
  senderID: string;
  groupID: Whole;
  /** The billings it is about, separated and enclosed by spaces: ` 3 4 `; `groupID` is the first of them. */
  groupIDs: string;
  /** The bills it is about, separated and enclosed by spaces: ` 12 13 `. */
  billIDs: string;
  /**
   * Those of its bills that were owed when it was planned for later, stored as `billIDs`. A family that has paid such a
   * bill by then gets no message about it. Empty for a message that was to go at once.
   */
  owedIDs: Generated<string>;
  number: string;
  name: string;
  text: string;
  media: string;
  status: MessageState;
  reason: Reason | null;
  /** The error code of the provider, if it has one. */
  code: Generated<Text>;
  attempts: Generated<number>;
  /** How often in a row a limit postponed it. Postponements are not attempts. */
  waits: Generated<number>;
  /** When a person decided that it stays unknown. */
  decidedAt: Generated<Text>;
  /** When it was cancelled while it was being sent. If it is postponed after that, it becomes cancelled. */
  cancelledAt: Generated<Text>;
  /** While queued: it does not go before this instant. */
  dueAt: Text;
  /** While sending: after this instant the lease has expired. */
  leaseUntil: Text;
  /** While sending: when it was handed over to the provider; null while it is only claimed. */
  handedOverAt: Generated<Text>;
  /** When to poll the provider about it; null where the provider sends webhooks. */
  pollAt: Text;
  providerID: Text;
  acceptedAt: Text;
  createdAt: string;
  updatedAt: string;
  /** Where its broadcast uses a template: the values of this recipient, as a JSON list of texts. */
  params: Generated<Text>;
  /** The number of its latest attempt among all of its broadcast, in the order of the handovers. */
  sequence: Generated<Whole>;
};

export type BroadcastTable = {
  id: Generated<number>;
  campusID: number;
  senderID: string;
  /** The person who made it, or who made the API key that made it. */
  createdBy: string;
  /** The API key that made it. */
  keyID: Generated<Text>;
  clientID: Text;
  text: string;
  media: string;
  /** The messages of the broadcast, and those that were queued and not skipped when it was made. */
  total: number;
  queued: number;
  /**
   * The bills it was for. A reminder to families that had not paid is not sent to one that has paid since. See also
   * `owedIDs`.
   */
  audience: SendAudience;
  state: 'running' | 'paused' | 'done';
  nextAt: Text;
  servedAt: string;
  createdAt: string;
  kind: Generated<BroadcastKind>;
  /** 1: one message per number, with a line for each child. */
  family: Generated<number>;
  /** When a planned broadcast should begin, and when it did begin. */
  startAt: Generated<Text>;
  startedAt: Generated<Text>;
  /**
   * The last day, in the time zone of the campus, on which its text is true. Messages that still wait after it are
   * skipped. Null: always true.
   */
  lastDay: Generated<Text>;
  /** A notice for the user: why it is paused, or that it began late. */
  notice: Generated<Reason | null>;
  /** How many attempts were handed over. Each has its number in that order. */
  sequence: Generated<number>;
  /**
   * The numbers of recent attempts that failed by a fault of ours or of the provider. A negative number is a postponed
   * attempt.
   */
  failures: Generated<string>;
  /** Failures up to this number no longer count, because a person or the program has resumed the broadcast since. */
  pardoned: Generated<number>;
  /** The approved template that it uses, as JSON of `BroadcastTemplate`. */
  template: Generated<Text>;
  /** The name that its template had then; null for a text without a template. */
  title: Generated<Text>;
  /** The names of the classes it was for, as JSON; null when it was for none. */
  classes: Generated<Text>;
  /**
   * The broadcast that it follows: it sends the same text to corrected numbers, and is shown as a part of that send.
   */
  followsID: Generated<Whole>;
  /** The payment for which it is the receipt. Its texts have the values of that payment. */
  paymentID: Generated<Whole>;
  /** The parent's message that it answers automatically. */
  answersID: Generated<Whole>;
};

/** An attempt that has ended. An attempt that is still running is stored in the message, with status `sending`. */
export type AttemptTable = {
  messageID: number;
  attempt: number;
  campusID: number;
  senderID: string;
  startedAt: string;
  endedAt: string;
  outcome: AttemptOutcome;
  code: Text;
  reason: Reason | null;
  providerID: Text;
  /** The number for which the provider accepted it, as E.164. It is not always the number that was written to. */
  waID: Generated<Text>;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** The billings whose bills a broadcast is about. */
    broadcast_group: { campusID: number; broadcastID: number; groupID: number };
    broadcast: BroadcastTable;
    message: MessageTable;
    /**
     * Maintained by the database: how many messages of a broadcast are in a state. The row of broadcast 0 counts all
     * messages of the campus.
     */
    message_count: { campusID: number; status: MessageState; broadcastID: number; count: number };
    attempt: AttemptTable;
    /**
     * A message to a number that was corrected since, and the message that was sent to the corrected number instead.
     */
    correction: { campusID: number; broadcastID: number; messageID: number; insteadID: number };
    /**
     * Families that were told by phone after their message failed, and by whom. This is not a state: the message stays
     * failed.
     */
    told_by_phone: { campusID: number; broadcastID: number; messageID: number; by: string; at: string };
    /** SHA-256 of the request, for each send that had a `clientID`. */
    idempotency_key: { campusID: number; clientID: string; digest: string; expiresAt: string };
    /** The names that WhatsApp uses for the owner of a number that was written to: another number, or a user id. */
    whatsapp_name: { campusID: number; name: string; number: string };
    /** The person who opened the chat of an attempt by hand, until that person reports the outcome. */
    manual_claim: {
      campusID: number;
      messageID: number;
      attempt: number;
      userID: string;
      expiresAt: string;
    };
    receipt: {
      id: Generated<number>;
      senderID: string;
      providerID: string;
      status: ReceiptState;
      reason: Reason | null;
      /** For a failure: the error code of the provider, and the policy for it. */
      code: Generated<Text>;
      policy: Generated<Text>;
      /** The recipient as E.164, where the provider names it. */
      recipient: Generated<Text>;
      at: string;
      receivedAt: string;
      /** 0 while no message with this provider id is known, because the receipt came first. */
      matched: number;
    };
    /** The people that the numbers of one portfolio wrote to first, and when last. */
    reached: { portfolio: string; number: string; at: string };
    /** Opt-outs, by whom and why. */
    /** With `endedAt` the opt-out has ended. The number may opt out again. */
    opt_out: {
      campusID: number;
      number: string;
      at: string;
      by: string;
      note: string;
      endedAt: Generated<Text>;
      endedBy: Generated<Text>;
      endNote: Generated<Text>;
    };
  }
}
