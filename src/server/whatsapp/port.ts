/**
 * The port: what the product needs from a messaging provider. A provider knows nothing of our tables, and code outside
 * this folder does not know which provider it uses.
 */
import type { SenderQuality } from '#shared/calls/connection.ts';
import type { Reason } from '#shared/reasons.ts';
import type { Runtime } from '../runtime.ts';
import type { Policy } from './error-codes.ts';
import type { Answered, FileContent, FilledTemplate, NamedFile, Places, Receipt, Sender } from './model.ts';
import type { Templates } from './templates.ts';
import type { Webhooks } from './webhooks.ts';

export type Outgoing = {
  /** E.164 with its plus. */
  to: string;
  text: string;
  /** A url, or empty. */
  media: string;
  /** A document of this message alone, instead of `media`. */
  document?: NamedFile;
  /** Returned in receipts. It identifies the message and the try, and says nothing about a person. */
  opaque: string;
  /** The message is sent with this template. `text` is the template's text with its values. */
  template?: FilledTemplate;
};

/** The result of one try. An exception counts as `unknown`. */
export type Outcome =
  /**
   * The provider has the message. `pollAfter`: milliseconds until it is polled for receipts, if it has no webhooks.
   * `waID`: the E.164 number that the provider has sent to, which may differ from `to`.
   */
  | { kind: 'accepted'; providerID: string; pollAfter?: number; waID?: string }
  /**
   * The provider refuses. `code` is its error code and `policy` what to do about it; without a policy this recipient
   * cannot be reached.
   */
  | { kind: 'rejected'; reason: Reason; code?: string; policy?: Policy }
  /** Not now: try again at that time. It does not count as a try. */
  | { kind: 'later'; at: Date; reason?: Reason }
  /** The message was not sent. It is safe to try again. */
  | { kind: 'notSent'; reason: Reason }
  /** The message may have been sent. It is never sent again automatically. */
  | { kind: 'unknown'; reason: Reason };

/**
 * Called right before the call that sends the message, after all preparation. From then on the message may have been
 * sent. Undefined allows it; otherwise nothing is sent, and the returned outcome is the result.
 */
export type Leave = () => Promise<Outcome | undefined>;

/** A message that the provider has accepted, with its known status. */
export type OnItsWay = { providerID: string; to: string; status: string; acceptedAt: Date };

/** The receipts of a poll and the time of the next one; null means that nothing more will come. */
export type ReceiptPoll = { receipts: Receipt[]; pollAt: Date | null };

/** The state of a sender's number at the provider. */
export type NumberState = {
  /** E.164 with its plus, or empty if there is none yet. */
  number: string;
  name: string;
  /** Empty if the provider does not give it. */
  quality: SenderQuality | '';
  /** How many different people the number may write to first in 24 hours; null means no limit or an unknown one. */
  perDay: number | null;
  /** All numbers with the same portfolio share the limit. Empty means that the limit is the number's own. */
  portfolio: string;
  /** What keeps the number from sending; null if nothing does. */
  trouble: Reason | null;
};

/** The session of a linked phone, and what to show until it is linked. */
export type Session = {
  state: 'off' | 'starting' | 'scan' | 'working' | 'failed';
  /** In the state `scan`: a picture as a data url. */
  qr: string;
  /** Why it does not continue by itself. */
  trouble?: Reason;
};

export type Provider = {
  send: (sender: Sender, message: Outgoing, leave: Leave) => Promise<Outcome>;
  /** Whether a text without a file is sent without any earlier call. Such texts may be handed over by their claim. */
  sendsTextAtOnce?: (sender: Pick<Sender, 'pace'>) => boolean;
  /** The average duration of `send`, to estimate how long a send takes. */
  secondsPerMessage?: (sender: Sender) => number;
  /** For providers without webhooks: the receipts of a message up to now. */
  pollReceipts?: (sender: Sender, message: OnItsWay, now: Date) => ReceiptPoll;
  /**
   * Free text is accepted for so many hours after a parent wrote, and later only templates. Absent: always accepted.
   */
  windowHours?: number;
  webhooks?: Webhooks;
  templates?: Templates;
  /** Checks the number with the sender's settings. A test of the connection uses it. */
  check?: (sender: Sender) => Promise<Answered<NumberState>>;
  /** Media of a parent by the id of its webhook. At most `most` bytes. */
  fetchMedia?: (sender: Sender, mediaID: string, most: number) => Promise<Answered<FileContent>>;
  /** The number, with its plus, behind a hidden id of WhatsApp; '' if the provider does not know it. */
  findNumber?: (sender: Sender, name: string) => Promise<Answered<string>>;
  /** Tells the parent that the message with this id was seen. */
  markRead?: (sender: Sender, providerID: string) => Promise<Answered<null>>;
  session?: {
    look: (sender: Sender) => Promise<Answered<Session>>;
    start: (sender: Sender) => Promise<Answered<Session>>;
    end: (sender: Sender) => Promise<Answered<null>>;
  };
};

export type Providers = Record<string, Provider>;

export type ReachRequest = {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
};

/**
 * Calls an address that a person or a site has named, and returns its answer without following redirects. Fails with
 * `Unreached` (reach.ts) if nothing was written. `places`: where it may lead, `any` by default.
 */
export type Reach = (url: string, asked: ReachRequest, places?: Places) => Promise<Response>;

/** What a provider gets from outside: our files, its cache, clocks, and ways to call. */
export type Surroundings = {
  runtime: Runtime;
  /** Calls addresses that people or sites have named. `runtime.fetch` is only for Graph. */
  reach: Reach;
  /** An uploaded file by its `/files/…` address; undefined if it does not exist. */
  readFile: (url: string) => Promise<FileContent | undefined>;
  cache: ProviderCache;
  now: () => Date;
};

/**
 * Answers of a provider that can be used again until they expire, such as the id of an uploaded file, or that a number
 * is on WhatsApp.
 */
export type ProviderCache = {
  find: (senderID: string, name: string) => Promise<string | undefined>;
  put: (senderID: string, name: string, entry: { value: string; expiresAt: Date }) => Promise<void>;
  remove: (senderID: string, name: string) => Promise<void>;
};
