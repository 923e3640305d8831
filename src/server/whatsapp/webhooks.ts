/**
 * Webhooks: how a provider's calls are proven and read, and one kind of event for each thing that the product acts on.
 * Numbers are E.164 with a plus.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { SenderQuality } from '#shared/calls/connection.ts';
import type { Reason } from '#shared/reasons.ts';
import type { Receipt, Sender, TemplateStatus } from './model.ts';

/** Media of a parent's message that is to be fetched by its id. */
export type MediaSent = { id: string; type: string; name: string };

/**
 * `toPastNumber`: it was written to a number that the sender had before. What was written there since the sender has
 * another one is not for it. `userID`: WhatsApp's own id of whoever did it; it stands in place of a number that is not told.
 * `others`: further numbers of the same person, once they were looked up.
 */
type FromParent = { at: Date; toPastNumber?: true; userID?: string; others?: readonly string[] };

export type WebhookEvent =
  | { kind: 'receipt'; receipt: Receipt }
  /** `text` says in words what has none: a reaction, a kind that cannot be shown. */
  | (FromParent & {
      kind: 'inbound';
      providerID: string;
      number: string;
      /** WhatsApp hides the number from us: in its place stands WhatsApp's own name for whoever wrote. */
      isHidden?: true;
      text: string;
      media?: MediaSent;
      /** A button that was pressed: what it was given to send back. */
      payload?: string;
    })
  | {
      kind: 'template';
      name: string;
      language: string;
      status: TemplateStatus;
      reason: Reason | null;
      at: Date;
    }
  | { kind: 'category'; name: string; language: string; category: string; at: Date }
  /** By WhatsApp's own switch, of marketing messages. */
  | (FromParent & { kind: 'preference'; number: string; wish: 'stop' | 'resume' })
  | (FromParent & { kind: 'numberChanged'; from: string; to: string })
  /** Of the whole account or number. `policy`: what is to be done about it; none: it is only shown. */
  | { kind: 'trouble'; reason: Reason; policy?: 'retrySender' | 'pauseSender' | 'fixToken' }
  | { kind: 'quality'; quality: SenderQuality }
  /** Different people in 24 hours; null: no limit. */
  | { kind: 'limit'; perDay: number | null }
  /** A linked phone was linked, or lost. */
  | { kind: 'session'; state: 'working' | 'failed' | 'scan' };

export type FromParentEvent = Extract<WebhookEvent, { kind: 'inbound' | 'preference' | 'numberChanged' }>;

/** The webhooks of one provider. */
export type Webhooks = {
  /** Verification request: its first call asks whether we expect it. The text to answer, undefined to refuse. */
  answerChallenge?: (sender: Sender, query: Readonly<Record<string, unknown>>) => string | undefined;
  /** Webhook signature: whether these very bytes were signed with the secret we share. */
  isSigned: (sender: Sender, raw: Buffer, headers: IncomingHttpHeaders) => boolean;
  /**
   * Whether both are called through one app, which knows one address only: what it tells at either's is for both. Shown
   * by the secret that only the app's owner has. Absent: each sender is called at its own.
   */
  isSameApp?: (one: Sender, other: Sender) => boolean;
  /** Of those of one app, whom a body speaks of: `readEvents` says nothing of it to any other. */
  speaksOf?: (body: unknown) => (sender: Sender) => boolean;
  /** Everything a body says, in its order. What is not known yet is left out; a body of another shape says nothing. */
  readEvents: (sender: Sender, body: unknown) => WebhookEvent[];
};
