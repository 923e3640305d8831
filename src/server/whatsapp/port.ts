/**
 * The port: the interface that every messaging provider implements. A provider does not use our tables, and code
 * outside this folder does not know which provider it uses.
 */
import type { SenderQuality } from '#shared/calls/connection.ts';
import type { Reason } from '#shared/messages/reasons.ts';
import type { Runtime } from '../runtime.ts';
import type { Policy } from './error-codes.ts';
import type { Answered, FileContent, FilledTemplate, NamedFile, Networks, Receipt, Sender } from './model.ts';
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
  /**
   * The provider returns this text in receipts. It identifies the message and the attempt, and contains no personal
   * data.
   */
  opaque: string;
  /** If set, the message is sent with this template. `text` is then the template's text with its values. */
  template?: FilledTemplate;
};

/** The result of one attempt. An exception counts as `unknown`. */
export type Outcome =
  /**
   * The provider has accepted the message. `pollAfter` is the number of milliseconds until the provider is polled for
   * receipts, if it has no webhooks. `waID` is the E.164 number to which the provider has sent the message; it may
   * differ from `to`.
   */
  | { kind: 'accepted'; providerID: string; pollAfter?: number; waID?: string }
  /**
   * The provider has refused the message. `code` is its error code, and `policy` says what to do about it. Without a
   * policy this recipient cannot be reached.
   */
  | { kind: 'rejected'; reason: Reason; code?: string; policy?: Policy }
  /** Not now: try again at that time. This does not count as an attempt. */
  | { kind: 'later'; at: Date; reason?: Reason }
  /** The message was not sent. It is safe to try again. */
  | { kind: 'notSent'; reason: Reason }
  /** The message may have been sent. It is never sent again automatically. */
  | { kind: 'unknown'; reason: Reason };

/**
 * A provider calls this function after all preparation, right before the call that sends the message. From then on the
 * message may have been sent. The result undefined allows the call. Any other result is the outcome of the message, and
 * nothing may be sent.
 */
export type Leave = () => Promise<Outcome | undefined>;

/** A message that the provider has accepted, with its known status. */
export type OnItsWay = { providerID: string; to: string; status: string; acceptedAt: Date };

/** The receipts of a poll, and the time of the next poll. Null means that there will be no more receipts. */
export type ReceiptPoll = { receipts: Receipt[]; pollAt: Date | null };

/** The state of a sender's number at the provider. */
export type NumberState = {
  /** E.164 with its plus, or empty if there is none yet. */
  number: string;
  name: string;
  /** Empty if the provider does not give it. */
  quality: SenderQuality | '';
  /** How many different people the number may write to first in 24 hours. Null means no limit, or an unknown limit. */
  perDay: number | null;
  /** All numbers with the same portfolio share the limit. Empty means that the number has a limit of its own. */
  portfolio: string;
  /** The problem that prevents the number from sending; null if there is none. */
  error: Reason | null;
};

/** The session of a linked phone, and what to show until it is linked. */
export type Session = {
  state: 'off' | 'starting' | 'scan' | 'working' | 'failed';
  /** In the state `scan`: the QR code as a data url. */
  qr: string;
  /** Why the session does not continue without a person. */
  error?: Reason;
};

export type Provider = {
  send: (sender: Sender, message: Outgoing, leave: Leave) => Promise<Outcome>;
  /** The average duration of `send` in seconds, to estimate how long a send takes. */
  secondsPerMessage?: (sender: Sender) => number;
  /** For providers without webhooks: the receipts of a message up to now. */
  pollReceipts?: (sender: Sender, message: OnItsWay, now: Date) => ReceiptPoll;
  /**
   * For this many hours after a parent wrote, free text is accepted; later only templates. If absent, free text is
   * always accepted.
   */
  windowHours?: number;
  webhooks?: Webhooks;
  templates?: Templates;
  /** Checks the number with the sender's settings. A test of the connection uses it. */
  check?: (sender: Sender) => Promise<Answered<NumberState>>;
  /** Downloads media of a parent by the id in its webhook, at most `most` bytes. */
  fetchMedia?: (sender: Sender, mediaID: string, most: number) => Promise<Answered<FileContent>>;
  /** Finds the number, with its plus, of a hidden id of WhatsApp; '' if the provider does not know it. */
  findNumber?: (sender: Sender, name: string) => Promise<Answered<string>>;
  /** Shows the parent that the message with this id was read. */
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
 * Calls an address that a person or a site has given, and returns its answer without following redirects. Fails with
 * `Unreached` (reach.ts) if nothing was written. `networks` says in which networks the address may be; `any` by default.
 */
export type Reach = (url: string, request: ReachRequest, networks?: Networks) => Promise<Response>;

/**
 * Everything that a provider gets from the rest of the server: our files, its cache, clocks, and functions to make
 * calls.
 */
export type ProviderDeps = {
  runtime: Runtime;
  /** Calls addresses that people or sites have given. `runtime.fetch` is only for Graph. */
  reach: Reach;
  /** Returns an uploaded file by its `/files/…` address; undefined if it does not exist. */
  readFile: (url: string) => Promise<FileContent | undefined>;
  cache: ProviderCache;
  now: () => Date;
};

/**
 * A cache for answers of a provider that can be used until they expire, such as the id of an uploaded file, or whether
 * a number is on WhatsApp.
 */
export type ProviderCache = {
  find: (senderID: string, name: string) => Promise<string | undefined>;
  put: (senderID: string, name: string, entry: { value: string; expiresAt: Date }) => Promise<void>;
  remove: (senderID: string, name: string) => Promise<void>;
};
