/**
 * Types that all parts of the port use: a sender, the answer of a provider, a receipt. This file imports none of those
 * parts.
 */
import type { approvalStates } from '#shared/calls/approvals.ts';
import type { ReceiptState } from '#shared/messages/message-states.ts';
import type { Reason } from '#shared/messages/reasons.ts';
import type { Policy } from './error-codes.ts';

/**
 * The networks to which an address from the settings may lead. `any` includes a private network, because a school may
 * have its gateway there. `public` is only the internet.
 */
export type Networks = 'any' | 'public';

/** How a campus sends: the provider, and its settings with their secrets. */
export type Sender = {
  id: string;
  provider: string;
  pace: string;
  settings: Readonly<Record<string, string>>;
  /** The networks to which the addresses of the settings may lead; `any` by default. */
  networks?: Networks | undefined;
  /** The receipt secrets in the opaque texts of its messages, the current one first. */
  words?: readonly string[];
};

/** The answer of a provider to a call that sends no message. */
export type Answered<T> =
  | { kind: 'done'; value: T }
  /** The provider refused. */
  | { kind: 'refused'; reason: Reason; code?: string; policy?: Policy }
  /** There was no answer, or it cannot be read. */
  | { kind: 'unreachable'; reason: Reason };

/** A later report of the provider about a message. */
export type Receipt = {
  providerID: string;
  status: ReceiptState;
  at: Date;
  reason?: Reason;
  /** For a failure: the provider's error code, and the policy for it. */
  code?: string;
  policy?: Policy;
  /**
   * The opaque text of the message, if the provider returns it. It identifies a message even if the answer to the send
   * was lost.
   */
  opaque?: string;
  /** The recipient as E.164, if the provider gives it. */
  recipient?: string;
  /** WhatsApp's user id of the recipient, if the provider gives it. */
  userID?: string;
};

/** The state of a template at the provider. */
export type TemplateStatus = Exclude<(typeof approvalStates)[number], 'none'>;

/** An approved template with the values of one recipient, in the order of the template's placeholders. */
export type FilledTemplate = {
  name: string;
  /** As the provider spells it: `en`, `en_US`, `ur`. */
  language: string;
  /** Values without `name` are matched by their position. */
  values: { name?: string; text: string }[];
  /** True if the message's media is shown above the text. */
  hasHeader: boolean;
  /** The payload of each quick-reply button. */
  buttons: string[];
};

/** The bytes of a file, and its media type. */
export type FileContent = { bytes: Buffer; type: string };
/** A file with its name, which may have letters of any script. */
export type NamedFile = FileContent & { name: string };
