/** The tables of the outbox as Kysely sees them. */
import type { Generated } from 'kysely';
import type { BillFilter } from '#shared/calls/bills.ts';
import type { Pace } from '#shared/calls/demo.ts';
import type { AttemptOutcome, MessageState } from '#shared/message-states.ts';

type Text = string | null;
type Whole = number | null;

export type RunKind = 'run' | 'reply' | 'notice';

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
  number: string;
  name: string;
  text: string;
  media: string;
  status: MessageState;
  reason: Text;
  /** The provider's word for the failure, where it has one. */
  code: Generated<Text>;
  attempts: Generated<number>;
  /** How often it was put off in a row by a limit: those are no tries. */
  waits: Generated<number>;
  /** When a person decided that it stays unknown. */
  decidedAt: Generated<Text>;
  /** While queued: not before this instant. */
  dueAt: Text;
  /** While sending: after this instant the outcome counts as unknown. */
  leaseUntil: Text;
  /** When to ask the provider for news of it; null where the provider tells by itself. */
  pollAt: Text;
  providerID: Text;
  acceptedAt: Text;
  createdAt: string;
  updatedAt: string;
};

/** `pace` is the demo phone's own; the other columns hold whatever the provider is. Instants are ISO text, '' is long ago. */
export type SenderTable = {
  id: string;
  campusID: number;
  provider: string;
  pace: Pace;
  createdAt: string;
  perMinute: Generated<Whole>;
  /** Seconds between two messages, from and to. */
  gapFrom: Generated<Whole>;
  gapTo: Generated<Whole>;
  restEvery: Generated<Whole>;
  restSeconds: Generated<Whole>;
  newPerDay: Generated<Whole>;
  /** Seconds between two messages to one number. */
  pairSeconds: Generated<Whole>;
  /** `21:00`, in the campus's time zone. */
  quietFrom: Generated<Text>;
  quietTo: Generated<Text>;
  /** Days of the week by comma, 0 is Sunday. */
  quietDays: Generated<string>;
  servedAt: Generated<string>;
  /** Nothing goes before; runs of many, which may have to wait longer than a reply, not before `runsAt`. */
  nextAt: Generated<string>;
  runsAt: Generated<string>;
  sinceRest: Generated<number>;
  /** How many numbers were written to for the first time on this day. */
  newDay: Generated<string>;
  newCount: Generated<number>;
  /** How often the rate was halved, and when last. */
  slowed: Generated<number>;
  slowedAt: Generated<Text>;
  /** Since when nothing is sent, and why, until a person lets it go on. */
  stoppedAt: Generated<Text>;
  stopReason: Generated<Text>;
};

export type BroadcastTable = {
  id: Generated<number>;
  campusID: number;
  senderID: string;
  createdBy: string;
  clientID: Text;
  text: string;
  media: string;
  /** Messages of the run, and those of them that were queued, not skipped, when it was made. */
  total: number;
  queued: number;
  /** Which bills it was for; a reminder to those who had not paid is not sent to one who has since. */
  audience: BillFilter;
  state: 'running' | 'paused' | 'done';
  nextAt: Text;
  servedAt: string;
  createdAt: string;
  /** A reply is a single message out of a chat; a notice tells a number that it gets no more. */
  kind: Generated<RunKind>;
  /** 1: one message a number, with a line for each child. */
  family: Generated<number>;
  /** When a run that was to begin later is to begin, and when it did. */
  startAt: Generated<Text>;
  startedAt: Generated<Text>;
  /** What has to be said of it: why it is held, or that it began late. */
  notice: Generated<Text>;
  /** Failures in a row of the kind that is ours or the provider's. */
  strikes: Generated<number>;
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
  reason: Text;
  providerID: Text;
};
