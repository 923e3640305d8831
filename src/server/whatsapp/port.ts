/**
 * What the rooms need of whoever carries messages. A provider knows nothing of our tables, and nobody outside
 * this room knows which provider it is.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { ReceiptState } from '#shared/message-states.ts';
import type { Policy } from './error-codes.ts';
import type { HookEvent } from './events.ts';
import type { Places } from './reach.ts';
import type { Templates } from './templates.ts';

/** How a campus sends: which provider, and that provider's own settings, secrets among them. */
export type Sender = {
  id: string;
  provider: string;
  pace: string;
  settings: Readonly<Record<string, string>>;
  /** Where its settings may lead; anywhere unless said. */
  places?: Places | undefined;
  /** Those that stand, or stood, in the opaque texts of its messages, the one of now first. */
  words?: readonly string[];
};

/** An approved template with one recipient's values, in the order of the template's placeholders. */
export type FilledTemplate = {
  name: string;
  /** As the provider spells it: `en`, `en_US`, `ur`. */
  language: string;
  /** Without `name` they go by their place. */
  values: { name?: string; text: string }[];
  /** Whether the message's media stands above the text. */
  hasHeader: boolean;
  /** What each quick-reply button sends back. */
  buttons: string[];
};

export type Outgoing = {
  /** E.164 with its plus. */
  to: string;
  text: string;
  /** A url, or empty. */
  media: string;
  /** Comes back in receipts; says which message and which try, and nothing about a person. */
  opaque: string;
  /** It goes by this template; `text` is what the template makes of its values. */
  template?: FilledTemplate;
};

/** What is known after one try. An exception is a surprise and counts as `unknown`. */
export type Outcome =
  /**
   * The provider has it. `pollAt`: when to ask for news, where the provider does not call back.
   * `waID`: whom it took it for, as E.164, which may not be the number that was written.
   */
  | { kind: 'accepted'; providerID: string; pollAt?: Date; waID?: string }
  /**
   * The provider refuses; `reason` is a sentence for the clerk, `code` the provider's own word, and `policy` what is
   * to be done about it: without one this recipient cannot be reached.
   */
  | { kind: 'rejected'; reason: string; code?: string; policy?: Policy }
  /** Not now: try again at that time. It does not count as a try. */
  | { kind: 'later'; at: Date; reason?: string }
  /** It never left: safe to try again. */
  | { kind: 'notSent'; reason: string }
  /** It may have left. Never sent again by itself. */
  | { kind: 'unknown'; reason: string };

/** What a provider later says of a message. */
export type Receipt = {
  providerID: string;
  status: ReceiptState;
  at: Date;
  reason?: string;
  /** Of a failure: the provider's own word, and what is to be done about it. */
  code?: string;
  policy?: Policy;
  /** What the message was given with, where the provider sends it back: so a lost answer is found again. */
  opaque?: string;
  /** Whom it speaks of, as E.164, where the provider says so. */
  recipient?: string;
};

/** A message the provider has accepted, as far as we know of it. */
export type OnItsWay = { providerID: string; to: string; status: string; acceptedAt: Date };

export type News = { receipts: Receipt[]; askAgainAt: Date | null };

/** What came of asking a provider for something that is not a message. */
export type Answered<T> =
  | { kind: 'done'; value: T }
  /** It said no; `reason` is a sentence for the clerk. */
  | { kind: 'refused'; reason: string; code?: string; policy?: Policy }
  /** No answer, or none that can be read; `reason` is a sentence for the clerk. */
  | { kind: 'unreachable'; reason: string };

/** What a provider tells by calling us. */
export type Hooks = {
  /** Its first call, where it asks whether we expect it: the text to answer, undefined to refuse. */
  greet?: (sender: Sender, query: Readonly<Record<string, unknown>>) => string | undefined;
  /** Whether these very bytes were signed with the secret we share. */
  isGenuine: (sender: Sender, raw: Buffer, headers: IncomingHttpHeaders) => boolean;
  /**
   * Whether both are called through one app, which knows one address only: what it tells at either's is for both. Shown
   * by the secret that only the app's owner has. Absent: each sender is called at its own.
   */
  isSameApp?: (one: Sender, other: Sender) => boolean;
  /** Of those of one app, whom a body speaks of: `read` says nothing of it to any other. */
  speaksOf?: (body: unknown) => (sender: Sender) => boolean;
  /** Everything a body says, in its order. What is not known yet is left out; a body of another shape says nothing. */
  read: (sender: Sender, body: unknown) => HookEvent[];
};

/** The number behind a sender, as the provider knows it. */
export type NumberState = {
  /** E.164 with its plus, or empty while there is none. */
  number: string;
  name: string;
  /** In a clerk's words: `Good`, `Medium`, `Low`; empty where it is not told. */
  quality: string;
  /** Different people who may be written to first in 24 hours; null: no such limit, or none that is told. */
  perDay: number | null;
  /** The limit is shared by all numbers of the same name here; empty: it is the number's own. */
  portfolio: string;
  /** What keeps it from sending, as a sentence; empty: nothing. */
  trouble: string;
};

/** A linked phone: what to show until it is linked. */
export type Session = {
  state: 'off' | 'starting' | 'scan' | 'working' | 'failed';
  /** While `scan`: a picture as a data url. */
  qr: string;
  /** Why it does not get further by itself, as a sentence with what to do. */
  trouble?: string;
};

export type Fetched = { bytes: Buffer; type: string };

export type Provider = {
  send: (sender: Sender, message: Outgoing) => Promise<Outcome>;
  /** How long `send` takes on average, to say beforehand how long a run takes. */
  secondsPerMessage?: (sender: Sender) => number;
  /** For providers that must be asked: what has come of a message by now. */
  ask?: (sender: Sender, message: OnItsWay, now: Date) => News;
  /** Free text is taken for so many hours after a parent wrote; later only templates. Absent: always. */
  windowHours?: number;
  hooks?: Hooks;
  templates?: Templates;
  /** Looks at the number with the sender's settings: the way to try a connection. */
  check?: (sender: Sender) => Promise<Answered<NumberState>>;
  /** What a parent sent, by the name that came with it. At most `most` bytes. */
  fetchMedia?: (sender: Sender, mediaID: string, most: number) => Promise<Answered<Fetched>>;
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

/** What a provider is given from outside: our files, and a place to remember what it was told. */
export type Surroundings = {
  /** A file that was uploaded here, by its `/files/…` address; undefined when there is none. */
  readFile: (url: string) => Promise<Fetched | undefined>;
  memory: Memory;
  now: () => Date;
};

/** What a provider was told and may use again until it expires: a media id, that a number is on WhatsApp. */
export type Memory = {
  find: (senderID: string, name: string) => Promise<string | undefined>;
  keep: (senderID: string, name: string, kept: { value: string; expiresAt: Date }) => Promise<void>;
  forget: (senderID: string, name: string) => Promise<void>;
};
