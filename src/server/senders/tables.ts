/** The tables of the WhatsApp numbers. No other module writes them. Instants are ISO text. */
import type { Generated, Selectable, Updateable } from 'kysely';
import type { SenderQuality } from '#shared/calls/connection.ts';
import type { Pace } from '#shared/calls/demo.ts';
import type { Reason } from '#shared/messages/reasons.ts';
import type { Text, Whole } from '../platform/db/tables.ts';

/**
 * `pace` is only for the demo phone. The other columns are for every provider. Instants are ISO text, and '' means long
 * ago.
 */
export type SenderTable = {
  id: string;
  campusID: number;
  provider: string;
  pace: Pace;
  createdAt: string;
  perMinute: Generated<Whole>;
  /** The shortest and the longest time between two messages, in seconds. */
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
  /** Nothing is sent before `nextAt`. Broadcasts to many recipients are also not sent before `runsAt`; replies are. */
  nextAt: Generated<string>;
  runsAt: Generated<string>;
  sinceRest: Generated<number>;
  /** How many numbers were written to for the first time on this day. */
  newDay: Generated<string>;
  newCount: Generated<number>;
  /** How many steps the rate was reduced, and the time of the last step. */
  slowed: Generated<number>;
  slowedAt: Generated<Text>;
  /** Points for refusals by a rate limit: each refusal adds three, and each sent message removes one. */
  refused: Generated<number>;
  /** When and why sending was stopped. It stays stopped until a person resumes it. */
  stoppedAt: Generated<Text>;
  stopReason: Generated<Reason | null>;
  /** The policy that stopped the sender, if the error code of the provider has one: `pauseSender` or `fixToken`. */
  stopPolicy: Generated<Text>;
  /** The settings of the connection as a JSON record of texts, and its sealed secrets. */
  settings: Generated<string>;
  secrets: Generated<Text>;
  /** The token that Meta sends in its first call. */
  verifyToken: Generated<Text>;
  /** The number and its name, as the provider reported them at the last check. */
  number: Generated<string>;
  name: Generated<string>;
  /** Empty when the quality is not known. */
  quality: Generated<SenderQuality | ''>;
  /** How many different people all numbers of one portfolio may write to first in 24 hours. */
  perDay: Generated<Whole>;
  portfolio: Generated<string>;
  checkedAt: Generated<Text>;
  /** When the provider last made an authentic call. */
  hookAt: Generated<Text>;
  /** When this number was connected. Null means that it has been connected since the campus was created. */
  connectedAt: Generated<Text>;
  /** The receipt secrets of the sender, as a JSON list of `ReceiptSecret`, the current one first. */
  words: Generated<string>;
  /**
   * Set when the data are a copy. Nothing is sent until a person decides about the waiting messages up to the id
   * `copyUpTo`.
   */
  copiedAt: Generated<Text>;
  copyWhy: Generated<CopyWhy | null>;
  copyUpTo: Generated<Whole>;
  /** Set when the school is suspended. Then nothing is sent. */
  suspendedAt: Generated<Text>;
};

/**
 * Why the store counts as a copy: it was restored from a backup, or it lies in another place than the store that sent.
 */
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
