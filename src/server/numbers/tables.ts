/** The tables of the WhatsApp numbers, which nobody else writes. Instants are ISO text. */
import type { Generated, Selectable, Updateable } from 'kysely';
import type { SenderQuality } from '#shared/calls/connection.ts';
import type { Pace } from '#shared/calls/demo.ts';
import type { Reason } from '#shared/reasons.ts';
import type { Text, Whole } from '../db/tables.ts';

/**
 * `pace` is the demo phone's own; the other columns hold whatever the provider is. Instants are ISO text, '' is long
 * ago.
 */
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
  /** Nothing goes before; broadcasts of many, which may have to wait longer than a reply, not before `runsAt`. */
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
  stopReason: Generated<Reason | null>;
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
  /** Empty where it was not told. */
  quality: Generated<SenderQuality | ''>;
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
  /** Its school is suspended: nothing is sent since then. */
  suspendedAt: Generated<Text>;
};

/** How it is known that the store is a copy: it came out of a backup, or is in another place than the one that sent. */
export type CopyWhy = 'backup' | 'place';

declare module '../db/tables.ts' {
  interface Tables {
    sender: SenderTable;
    /** Provider cache: what a provider answered and we may use again until then. */
    provider_cache: { senderID: string; name: string; value: string; expiresAt: string };
  }
}

export type SenderRow = Selectable<SenderTable>;

export type SenderChange = Omit<Updateable<SenderTable>, 'id' | 'campusID'>;
