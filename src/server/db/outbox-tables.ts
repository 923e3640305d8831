/** The tables of the outbox as Kysely sees them. */
import type { Generated } from 'kysely';
import type { BillFilter } from '#shared/bill-status.ts';
import type { ApprovalState } from '#shared/calls/approvals.ts';
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
  /** When it was cancelled on its way: whatever then puts it off ends it instead. */
  cancelledAt: Generated<Text>;
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
  /** Where its run goes by a template: this recipient's values for it, as a JSON list of texts. */
  params: Generated<Text>;
  /** The number of its latest try among all of its run, in the order in which they were handed over. */
  sequence: Generated<Whole>;
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
  /** How many steps the rate is slowed down by, and when it was last. */
  slowed: Generated<number>;
  slowedAt: Generated<Text>;
  /** Refusals for a limit that are not yet made up for by messages that went; in thirds. */
  refused: Generated<number>;
  /** Since when nothing is sent, and why, until a person lets it go on. */
  stoppedAt: Generated<Text>;
  stopReason: Generated<Text>;
  /** What is to be done about the stop, where the provider's word for it says so: `pauseSender` or `fixToken`. */
  stopPolicy: Generated<Text>;
  /** What the provider needs to be reached, as a JSON record of texts; and its secrets, sealed. */
  settings: Generated<string>;
  secrets: Generated<Text>;
  /** The word that Meta says when it first calls. */
  verifyToken: Generated<Text>;
  /** What the provider said of the number when it was last asked. */
  number: Generated<string>;
  name: Generated<string>;
  quality: Generated<string>;
  /** Different people who may be written to first in 24 hours, by all numbers of one portfolio together. */
  perDay: Generated<Whole>;
  portfolio: Generated<string>;
  checkedAt: Generated<Text>;
  /** When the provider last called us, and was who it said. */
  hookAt: Generated<Text>;
  /** Since when it is this number that sends; null: since the campus is there. */
  connectedAt: Generated<Text>;
  /** By which words its messages are known, as JSON of a list of `Word`, the one of now first. */
  words: Generated<string>;
  /** This is a copy: nothing is sent since then, until a person says what became of what waits up to that message. */
  copiedAt: Generated<Text>;
  copyWhy: Generated<CopyWhy | null>;
  copyUpTo: Generated<Whole>;
};

/** How it is known that the store is a copy: it came out of a backup, or is in another place than the one that sent. */
export type CopyWhy = 'backup' | 'place';

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
  /** How many tries were handed over: each has its number in that order. */
  sequence: Generated<number>;
  /** The numbers of tries that failed lately by a fault of ours or of the provider, and below zero of those that were put off. */
  failures: Generated<string>;
  /** What failed up to this number counts no more: a person, or the program, has let the run go on since. */
  pardoned: Generated<number>;
  /** The approved template it goes by, as JSON of `RunTemplate`. */
  template: Generated<Text>;
};

/** The template of a run as it was approved when the run was made. */
export type RunTemplate = {
  templateID: number;
  name: string;
  language: string;
  hasHeader: boolean;
  stopButton: boolean;
};

/** What WhatsApp was given of a template, and what it says of it. */
export type ApprovalTable = {
  templateID: number;
  campusID: number;
  name: string;
  language: string;
  category: string;
  providerID: string;
  state: Exclude<ApprovalState, 'none'>;
  reason: string;
  /** As submitted: when the template says something else since, it is not what was approved. */
  message: string;
  media: string;
  stopButton: number;
  submittedAt: string;
  syncedAt: Text;
};

/** A call of the provider, stored before it is answered; the body is emptied once it is old. */
export type HookTable = {
  id: Generated<number>;
  senderID: string;
  digest: string;
  body: string;
  receivedAt: string;
  handledAt: Text;
  trouble: Text;
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
  /** Whom the provider took it for, as E.164: not always the number that was written. */
  waID: Generated<Text>;
};
