/** The tables of the WhatsApp numbers. No other module writes them. Instants are ISO text. */
import type { Generated, Selectable, Updateable } from 'kysely';
import type { SenderQuality } from '#shared/calls/connection.ts';
import type { Pace } from '#shared/calls/demo.ts';
import type { Reason } from '#shared/reasons.ts';
import type { Text, Whole } from '../platform/db/tables.ts';

/**
 * `pace` belongs to the demo phone; the other columns hold for every provider. Instants are ISO text, and '' means long
 * ago.
 */
export type SenderTable = {
  id: string;
  campusID: number;
  provider: string;
  pace: Pace;
  createdAt: string;
  perMinute: Generated<Whole>;
  /** Shortest and longest seconds between two messages. */
  gapFrom: Generated<Whole>;
  gapTo: Generated<Whole>;
  restEvery: Generated<Whole>;
  restSeconds: Generated<Whole>;
  newPerDay: Generated<Whole>;
  /** Seconds between two messages to one number. */
  pairSeconds: Generated<Whole>;
  /** For example `21:00`, in the time zone of the campus. */
  quietFrom: Generated<Text>;
  quietTo: Generated<Text>;
  /** Days of the week, separated by commas; 0 is Sunday. */
  quietDays: Generated<string>;
  servedAt: Generated<string>;
  /**
   * Nothing is sent before `nextAt`. Broadcasts to many, which may wait longer than a reply, are not sent before
   * `runsAt`.
   */
  nextAt: Generated<string>;
  runsAt: Generated<string>;
  sinceRest: Generated<number>;
  /** How many numbers were written to for the first time on this day. */
  newDay: Generated<string>;
  newCount: Generated<number>;
  /** The steps by which the rate is slowed down, and when the last step was. */
  slowed: Generated<number>;
  slowedAt: Generated<Text>;
  /** Refusals by a rate limit that sent messages have not yet made up for, in thirds. */
  refused: Generated<number>;
  /** Since when and why nothing is sent, until a person resumes the sender. */
  stoppedAt: Generated<Text>;
  stopReason: Generated<Reason | null>;
  /** The policy for the stop, when the error code of the provider names one: `pauseSender` or `fixToken`. */
  stopPolicy: Generated<Text>;
  /** The settings that reach the provider, as a JSON record of texts, and its sealed secrets. */
  settings: Generated<string>;
  secrets: Generated<Text>;
  /** The token that Meta sends in its first call. */
  verifyToken: Generated<Text>;
  /** The number and its name, as the provider gave them at the last check. */
  number: Generated<string>;
  name: Generated<string>;
  /** Empty when it is not known. */
  quality: Generated<SenderQuality | ''>;
  /** The number of different people whom all numbers of one portfolio may write to first in 24 hours. */
  perDay: Generated<Whole>;
  portfolio: Generated<string>;
  checkedAt: Generated<Text>;
  /** When the provider last made an authentic call. */
  hookAt: Generated<Text>;
  /** Since when this number sends; null: since the campus was created. */
  connectedAt: Generated<Text>;
  /** The receipt secrets of its messages, as JSON of a list of `ReceiptSecret`, the current one first. */
  words: Generated<string>;
  /** Set when this is a copy: nothing is sent until a person decides about the waiting messages up to id `copyUpTo`. */
  copiedAt: Generated<Text>;
  copyWhy: Generated<CopyWhy | null>;
  copyUpTo: Generated<Whole>;
  /** Set when its school is suspended: nothing is sent. */
  suspendedAt: Generated<Text>;
};

/** Why the store counts as a copy: it comes from a backup, or lies in another place than the one that sent. */
export type CopyWhy = 'backup' | 'place';

declare module '../platform/db/tables.ts' {
  interface Tables {
    sender: SenderTable;
    /** Provider cache: answers of a provider that may be used again until they expire. */
    provider_cache: { senderID: string; name: string; value: string; expiresAt: string };
  }
}

export type SenderRow = Selectable<SenderTable>;

export type SenderChange = Omit<Updateable<SenderTable>, 'id' | 'campusID'>;
