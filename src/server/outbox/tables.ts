/** The tables of the outbox. No other module writes them. Instants are ISO text. */
import type { Generated } from 'kysely';
import type {
  AttemptOutcome,
  BroadcastKind,
  MessageState,
  ReceiptState,
} from '#shared/messages/message-states.ts';
import type { Reason } from '#shared/messages/reasons.ts';
import type { SendAudience } from '#shared/money/bill-status.ts';
import type { Text, Whole } from '../platform/db/tables.ts';

export type MessageTable = {
  id: Generated<number>;
  campusID: number;
  broadcastID: number;
  senderID: string;
  groupID: Whole;
  /** The billings of the message, separated and enclosed by spaces: ` 3 4 `. `groupID` is the first of them. */
  groupIDs: string;
  /** The bills of the message, separated and enclosed by spaces: ` 12 13 `. */
  billIDs: string;
  /**
   * The bills that were owed when the message was planned for later, stored like `billIDs`. A family that has paid such
   * a bill by the time of sending gets no message that speaks of what is owed. Empty for a message that was not planned for later.
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
  /** How often in a row a limit postponed the message. Postponements are not attempts. */
  waits: Generated<number>;
  /** When a person decided that the message stays unknown. */
  decidedAt: Generated<Text>;
  /**
   * When the message was cancelled while it was being sent. If the attempt is then postponed, the message becomes
   * cancelled.
   */
  cancelledAt: Generated<Text>;
  /** While queued: the message is not sent before this instant. */
  dueAt: Text;
  /** While sending: after this instant the lease has expired. */
  leaseUntil: Text;
  /** While sending: when it was handed over to the provider; null while it is only claimed. */
  handedOverAt: Generated<Text>;
  /** When to poll the provider about the message. Null when the provider sends webhooks. */
  pollAt: Text;
  providerID: Text;
  acceptedAt: Text;
  createdAt: string;
  updatedAt: string;
  /** If the broadcast uses a template: the values of this recipient, as a JSON list of texts. */
  params: Generated<Text>;
  /**
   * The number of the latest attempt. All attempts of a broadcast are numbered together, in the order of the handovers.
   */
  sequence: Generated<Whole>;
};

export type BroadcastTable = {
  id: Generated<number>;
  campusID: number;
  senderID: string;
  /** The person who created the broadcast, or who created the API key that was used. */
  createdBy: string;
  /** The API key that created the broadcast. */
  keyID: Generated<Text>;
  clientID: Text;
  text: string;
  media: string;
  /** `total` counts all messages of the broadcast. `queued` counts those that were not skipped when it was created. */
  total: number;
  queued: number;
  /**
   * Which bills the broadcast was for, by status. A reminder to families that had not paid is not sent to a family that
   * has paid since. See also `owedIDs`.
   */
  audience: SendAudience;
  state: 'running' | 'paused' | 'done';
  nextAt: Text;
  servedAt: string;
  createdAt: string;
  kind: Generated<BroadcastKind>;
  /** 1 means one message per number, with a line for each child. */
  family: Generated<number>;
  /** When a planned broadcast should begin, and when it did begin. */
  startAt: Generated<Text>;
  startedAt: Generated<Text>;
  /**
   * The last day, in the time zone of the campus, on which the text is true. Messages that still wait after that day
   * are skipped. Null means that the text is always true.
   */
  lastDay: Generated<Text>;
  /** A notice for the user: why the broadcast is paused, or that it began late. */
  notice: Generated<Reason | null>;
  /** How many attempts were handed over. Attempts are numbered in that order. */
  sequence: Generated<number>;
  /**
   * The numbers of recent attempts that failed because of us or the provider. A negative number is a postponed attempt.
   */
  failures: Generated<string>;
  /** Failures up to this number no longer count, because a person or the program has resumed the broadcast since. */
  pardoned: Generated<number>;
  /** The approved template that it uses, as JSON of `BroadcastTemplate`. */
  template: Generated<Text>;
  /** The title of its template when the broadcast was created. Null for a text without a template. */
  title: Generated<Text>;
  /** The names of the classes that the broadcast was for, as JSON. Null for other broadcasts. */
  classes: Generated<Text>;
  /**
   * The broadcast that this one follows. A follow-up sends the same text to corrected numbers, and the screen shows
   * both as one send.
   */
  followsID: Generated<Whole>;
  /** The payment, if the broadcast is a receipt. Its texts have the values of that payment. */
  paymentID: Generated<Whole>;
  /** The parent's message that the broadcast answers automatically. */
  answersID: Generated<Whole>;
  /** The template whose reminder rule made the broadcast. */
  reminderOf: Generated<Whole>;
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
  /**
   * The number (E.164) for which the provider accepted the message. It may differ from the number that was written to.
   */
  waID: Generated<Text>;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** The billings of the bills in a broadcast. */
    broadcast_group: { campusID: number; broadcastID: number; groupID: number };
    broadcast: BroadcastTable;
    message: MessageTable;
    /**
     * Maintained by the database: how many messages of a broadcast are in a state. The row of broadcast 0 counts all
     * messages of the campus.
     */
    message_count: { campusID: number; status: MessageState; broadcastID: number; count: number };
    attempt: AttemptTable;
    /** A message to a wrong number, and the message to the corrected number that replaced it. */
    correction: { campusID: number; broadcastID: number; messageID: number; insteadID: number };
    /**
     * Families that a person has told by phone after their message failed. This is not a state: the message stays
     * failed.
     */
    contacted_by_phone: { campusID: number; broadcastID: number; messageID: number; by: string; at: string };
    /** The names that WhatsApp uses for the owner of a number that was written to: another number, or a user id. */
    whatsapp_name: { campusID: number; name: string; number: string };
    /** For manual sending: the person who opened the chat of an attempt, until that person reports the outcome. */
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
      /** The recipient as E.164, if the provider names it. */
      recipient: Generated<Text>;
      at: string;
      receivedAt: string;
      /** 0 while no message with this provider id is known, because the receipt came first. */
      matched: number;
    };
    /** The people to whom the numbers of one portfolio wrote first, and when they last did. */
    reached: { portfolio: string; number: string; at: string };
    /**
     * Opt-outs, with the person and a note. `endedAt` is set when the opt-out has ended; the number may opt out again.
     */
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
