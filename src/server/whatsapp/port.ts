/**
 * What the outbox needs of whoever carries messages. A provider knows nothing of our tables, and nobody outside
 * this room knows which provider it is.
 */
import type { ReceiptState } from '#shared/message-states.ts';
import type { Policy } from './error-codes.ts';

/** How a campus sends: which provider, and that provider's own settings. */
export type Sender = { id: string; provider: string; pace: string };

export type Outgoing = {
  /** E.164 with its plus. */
  to: string;
  text: string;
  /** A url, or empty. */
  media: string;
  /** Comes back in receipts; says which message and which try, and nothing about a person. */
  opaque: string;
};

/** What is known after one try. An exception is a surprise and counts as `unknown`. */
export type Outcome =
  /** The provider has it. `pollAt`: when to ask for news, where the provider does not call back. */
  | { kind: 'accepted'; providerID: string; pollAt?: Date }
  /**
   * The provider refuses; `reason` is a sentence for the clerk, `code` the provider's own word, and `policy` what is
   * to be done about it: without one this recipient cannot be reached.
   */
  | { kind: 'rejected'; reason: string; code?: string; policy?: Policy }
  /** Not now: try again at that time. It does not count as a try. */
  | { kind: 'later'; at: Date }
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
  /** What the message was given with, where the provider sends it back: so a lost answer is found again. */
  opaque?: string;
};

/** A message the provider has accepted, as far as we know of it. */
export type OnItsWay = { providerID: string; to: string; status: string; acceptedAt: Date };

export type News = { receipts: Receipt[]; askAgainAt: Date | null };

export type Provider = {
  send: (sender: Sender, message: Outgoing) => Promise<Outcome>;
  /** How long `send` takes on average, to say beforehand how long a run takes. */
  secondsPerMessage?: (sender: Sender) => number;
  /** For providers that must be asked: what has come of a message by now. */
  ask?: (sender: Sender, message: OnItsWay, now: Date) => News;
};

export type Providers = Record<string, Provider>;
