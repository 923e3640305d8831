/**
 * The port: what the product needs of whoever carries messages. A provider knows nothing of our tables, and nobody
 * outside this folder knows which provider it is.
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
  /** In place of media: a file of its own, made for it alone. */
  document?: NamedFile;
  /** Comes back in receipts; says which message and which try, and nothing about a person. */
  opaque: string;
  /** It goes by this template; `text` is what the template makes of its values. */
  template?: FilledTemplate;
};

/** What is known after one try. An exception is a surprise and counts as `unknown`. */
export type Outcome =
  /**
   * The provider has it. `pollAfter`: milliseconds until it is polled for receipts, where it has no webhooks.
   * `waID`: whom it took it for, as E.164, which may not be the number that was written.
   */
  | { kind: 'accepted'; providerID: string; pollAfter?: number; waID?: string }
  /**
   * The provider refuses; `code` is the provider's own word, and `policy` what is to be done about it: without one
   * this recipient cannot be reached.
   */
  | { kind: 'rejected'; reason: Reason; code?: string; policy?: Policy }
  /** Not now: try again at that time. It does not count as a try. */
  | { kind: 'later'; at: Date; reason?: Reason }
  /** It never left: safe to try again. */
  | { kind: 'notSent'; reason: Reason }
  /** It may have left. Never sent again by itself. */
  | { kind: 'unknown'; reason: Reason };

/**
 * Asked right before the call that sends a message, after all that prepares it: from then on the message may have left.
 * Undefined: it may. Otherwise nothing is sent, and that is the outcome.
 */
export type Leave = () => Promise<Outcome | undefined>;

/** A message the provider has accepted, as far as we know of it. */
export type OnItsWay = { providerID: string; to: string; status: string; acceptedAt: Date };

/** What a poll brought, and when to poll again; null: nothing more will come. */
export type ReceiptPoll = { receipts: Receipt[]; pollAt: Date | null };

/** The number behind a sender, as the provider knows it. */
export type NumberState = {
  /** E.164 with its plus, or empty while there is none. */
  number: string;
  name: string;
  /** Empty where it is not told. */
  quality: SenderQuality | '';
  /** Different people who may be written to first in 24 hours; null: no such limit, or none that is told. */
  perDay: number | null;
  /** The limit is shared by all numbers of the same name here; empty: it is the number's own. */
  portfolio: string;
  /** What keeps it from sending; null: nothing. */
  trouble: Reason | null;
};

/** A linked phone: what to show until it is linked. */
export type Session = {
  state: 'off' | 'starting' | 'scan' | 'working' | 'failed';
  /** While `scan`: a picture as a data url. */
  qr: string;
  /** Why it does not get further by itself. */
  trouble?: Reason;
};

export type Provider = {
  send: (sender: Sender, message: Outgoing, leave: Leave) => Promise<Outcome>;
  /** Whether nothing precedes the call that sends a text without a file: such texts may be handed over by their claim. */
  sendsTextAtOnce?: (sender: Pick<Sender, 'pace'>) => boolean;
  /** How long `send` takes on average, to say beforehand how long a run takes. */
  secondsPerMessage?: (sender: Sender) => number;
  /** Polling, for providers that have no webhooks: the receipts of a message until now. */
  pollReceipts?: (sender: Sender, message: OnItsWay, now: Date) => ReceiptPoll;
  /** Free text is taken for so many hours after a parent wrote; later only templates. Absent: always. */
  windowHours?: number;
  webhooks?: Webhooks;
  templates?: Templates;
  /** Looks at the number with the sender's settings: the way to try a connection. */
  check?: (sender: Sender) => Promise<Answered<NumberState>>;
  /** What a parent sent, by the name that came with it. At most `most` bytes. */
  fetchMedia?: (sender: Sender, mediaID: string, most: number) => Promise<Answered<FileContent>>;
  /** The number, with its plus, behind a name that stands in its place; '' where the provider does not know it. */
  findNumber?: (sender: Sender, name: string) => Promise<Answered<string>>;
  /** Tells the parent that what came by this name was seen. */
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
 * Calls a place that somebody named, and answers what it answers; where that points elsewhere nobody follows. Fails with
 * `Unreached` (reach.ts) where nothing was written. `places`: where it may lead, `any` unless said.
 */
export type Reach = (url: string, asked: ReachRequest, places?: Places) => Promise<Response>;

/** What a provider is given from outside: our files, its cache, clocks, and ways to call. */
export type Surroundings = {
  runtime: Runtime;
  /** Calls places that somebody named; `runtime.fetch` is for Graph alone. */
  reach: Reach;
  /** A file that was uploaded here, by its `/files/…` address; undefined when there is none. */
  readFile: (url: string) => Promise<FileContent | undefined>;
  cache: ProviderCache;
  now: () => Date;
};

/**
 * Provider cache: what a provider answered us and we may use again until it expires, such as the id of an uploaded file,
 * or that a number is on WhatsApp.
 */
export type ProviderCache = {
  find: (senderID: string, name: string) => Promise<string | undefined>;
  put: (senderID: string, name: string, entry: { value: string; expiresAt: Date }) => Promise<void>;
  remove: (senderID: string, name: string) => Promise<void>;
};
