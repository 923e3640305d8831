/** The tables of the outbox, which nobody else writes. Instants are ISO text. */
import type { Generated } from 'kysely';
import type { SendAudience } from '#shared/bill-status.ts';
import type { AttemptOutcome, BroadcastKind, MessageState, ReceiptState } from '#shared/message-states.ts';
import type { Reason } from '#shared/reasons.ts';
import type { Text, Whole } from '../db/tables.ts';

export type MessageTable = {
  id: Generated<number>;
  campusID: number;
  broadcastID: number;
  senderID: string;
  groupID: Whole;
  /** The groups it speaks of, by space with one at either end: ` 3 4 `; `groupID` is the first of them. */
  groupIDs: string;
  /** The bills it speaks of, by space with one at either end: ` 12 13 `. */
  billIDs: string;
  /**
   * Those of its bills that were owed when it was planned for later, by space as `billIDs`: who has paid such a bill by
   * then is not told of it. Empty where it was to go at once.
   */
  owedIDs: Generated<string>;
  number: string;
  name: string;
  text: string;
  media: string;
  status: MessageState;
  reason: Reason | null;
  /** The provider's word for the failure, where it has one. */
  code: Generated<Text>;
  attempts: Generated<number>;
  /** How often it was put off in a row by a limit: those are no tries. */
  waits: Generated<number>;
  /** When a person decided that it stays unknown. */
  decidedAt: Generated<Text>;
  /** When it was cancelled on its way: whatever then puts it off ends it instead. */
  cancelledAt: Generated<Text>;
  /** While queued: not before this instant. */
  dueAt: Text;
  /** While sending: after this instant the outcome counts as unknown. */
  leaseUntil: Text;
  /** While sending: when it began to leave for the provider; null while it is only claimed. */
  handedOverAt: Generated<Text>;
  /** When to ask the provider for news of it; null where the provider tells by itself. */
  pollAt: Text;
  providerID: Text;
  acceptedAt: Text;
  createdAt: string;
  updatedAt: string;
  /** Where its broadcast goes by a template: this recipient's values for it, as a JSON list of texts. */
  params: Generated<Text>;
  /** The number of its latest try among all of its broadcast, in the order in which they were handed over. */
  sequence: Generated<Whole>;
};

export type BroadcastTable = {
  id: Generated<number>;
  campusID: number;
  senderID: string;
  /** The maker of the API key, where one made it. */
  createdBy: string;
  /** The API key that made it. */
  keyID: Generated<Text>;
  clientID: Text;
  text: string;
  media: string;
  /** Messages of the broadcast, and those of them that were queued, not skipped, when it was made. */
  total: number;
  queued: number;
  /** Which bills it was for; a reminder to those who had not paid is not sent to one who has since. See `owedIDs` too. */
  audience: SendAudience;
  state: 'running' | 'paused' | 'done';
  nextAt: Text;
  servedAt: string;
  createdAt: string;
  kind: Generated<BroadcastKind>;
  /** 1: one message a number, with a line for each child. */
  family: Generated<number>;
  /** When a broadcast that was to begin later is to begin, and when it did. */
  startAt: Generated<Text>;
  startedAt: Generated<Text>;
  /** The last day, in the campus, on which what it says still holds: what waits after it is skipped. Null: always. */
  lastDay: Generated<Text>;
  /** What has to be said of it: why it is held, or that it began late. */
  notice: Generated<Reason | null>;
  /** How many tries were handed over: each has its number in that order. */
  sequence: Generated<number>;
  /**
   * The numbers of tries that failed lately by a fault of ours or of the provider, and below zero of those that were
   * put off.
   */
  failures: Generated<string>;
  /** What failed up to this number counts no more: a person, or the program, has let the broadcast go on since. */
  pardoned: Generated<number>;
  /** The approved template it goes by, as JSON of `BroadcastTemplate`. */
  template: Generated<Text>;
  /** The name of the template it says, as it was called then; null where it says a text of its own. */
  title: Generated<Text>;
  /** The names of the classes it was for, as JSON; null where it was for none. */
  classes: Generated<Text>;
  /** It tells corrected numbers what this broadcast said, and is shown as a part of it. */
  followsID: Generated<Whole>;
  /** It is the receipt of this payment, whose values its texts have. */
  paymentID: Generated<Whole>;
  /** It answers this message of a parent by itself. */
  answersID: Generated<Whole>;
};

/** A try of a message that has ended; the one that has not is the message itself while it is being sent. */
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
  /** Whom the provider took it for, as E.164: not always the number that was written. */
  waID: Generated<Text>;
};

declare module '../db/tables.ts' {
  interface Tables {
    /** The billings whose bills a broadcast speaks of. */
    broadcast_group: { campusID: number; broadcastID: number; groupID: number };
    broadcast: BroadcastTable;
    message: MessageTable;
    /**
     * Kept by the database: how many messages of a broadcast are in a state; the broadcast 0 is all of the campus's
     * together.
     */
    message_count: { campusID: number; status: MessageState; broadcastID: number; count: number };
    attempt: AttemptTable;
    /** Of a broadcast: the message to a number that was corrected since, and the one that told the right number instead. */
    correction: { campusID: number; broadcastID: number; messageID: number; insteadID: number };
    /** Who said that a family, whose message failed, was told by phone. It is no state: the message stays failed. */
    told_by_phone: { campusID: number; broadcastID: number; messageID: number; by: string; at: string };
    /** Of each send that had a `clientID`: SHA-256 of what was asked. */
    idempotency_key: { campusID: number; clientID: string; digest: string; expiresAt: string };
    /** The numbers that were written to, by the names that WhatsApp has for their owner: another number, or a user id. */
    whatsapp_name: { campusID: number; name: string; number: string };
    /** Who has opened the chat of a try by hand, until that person has said what came of it. */
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
      /** Of a failure: the provider's word for it, and what is to be done about it. */
      code: Generated<Text>;
      policy: Generated<Text>;
      /** Whom it speaks of, as E.164, where the provider says so. */
      recipient: Generated<Text>;
      at: string;
      receivedAt: string;
      /** 0 while no message of this provider's id is known: the receipt came first. */
      matched: number;
    };
    /** Who was written to first, and when last, by the numbers of one portfolio. */
    reached: { portfolio: string; number: string; at: string };
    /** The numbers that are sent nothing, by whom and why. */
    /** With `endedAt` it is one no more; the number may ask for it again. */
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
