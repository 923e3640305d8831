/** What all parts of the port speak of: a sender, what came of asking a provider, and a receipt. Imports no part. */
import type { approvalStates } from '#shared/calls/approvals.ts';
import type { ReceiptState } from '#shared/message-states.ts';
import type { Reason } from '#shared/reasons.ts';
import type { Policy } from './error-codes.ts';

/** Where a named address may lead. `any`: also a computer beside this one, as a school has its gateway. `public`: only the internet. */
export type Places = 'any' | 'public';

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

/** What came of asking a provider for something that is not a message. */
export type Answered<T> =
  | { kind: 'done'; value: T }
  /** It said no. */
  | { kind: 'refused'; reason: Reason; code?: string; policy?: Policy }
  /** No answer, or none that can be read. */
  | { kind: 'unreachable'; reason: Reason };

/** What a provider later says of a message. */
export type Receipt = {
  providerID: string;
  status: ReceiptState;
  at: Date;
  reason?: Reason;
  /** Of a failure: the provider's own word, and what is to be done about it. */
  code?: string;
  policy?: Policy;
  /** What the message was given with, where the provider sends it back: so a lost answer is found again. */
  opaque?: string;
  /** Whom it speaks of, as E.164, where the provider says so. */
  recipient?: string;
  /** WhatsApp's own id of that person, where the provider says so. */
  userID?: string;
};

/** The state of a template at the provider. */
export type TemplateStatus = Exclude<(typeof approvalStates)[number], 'none'>;

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

/** The bytes of a file, and its media type. */
export type FileContent = { bytes: Buffer; type: string };
/** `name`: in any letters. */
export type NamedFile = FileContent & { name: string };
