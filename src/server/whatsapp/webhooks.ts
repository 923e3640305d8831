/**
 * Webhooks: how the calls of a provider are verified and read, with one kind of event for each thing that the product
 * acts on. Numbers are E.164 with a plus.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { SenderQuality } from '#shared/calls/connection.ts';
import type { Reason } from '#shared/reasons.ts';
import type { Receipt, Sender, TemplateStatus } from './model.ts';

/** Media of a parent's message, which is fetched by its id. */
export type MediaSent = { id: string; type: string; name: string };

/**
 * `toPastNumber`: it was sent to a past number of the sender; what was sent there after the change does not belong to
 * this sender. `userID`: WhatsApp's own id of the person, which takes the place of a number that is not given.
 * `others`: further numbers of the same person, after a lookup.
 */
type FromParent = { at: Date; toPastNumber?: true; userID?: string; others?: readonly string[] };

export type WebhookEvent =
  | { kind: 'receipt'; receipt: Receipt }
  /** For a message without text, `text` is a sentence: a reaction, or a type that cannot be shown. */
  | (FromParent & {
      kind: 'inbound';
      providerID: string;
      number: string;
      /** WhatsApp hides the number. `number` is then WhatsApp's own id of the person. */
      isHidden?: true;
      text: string;
      media?: MediaSent;
      /** The payload of a pressed button. */
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
  /** WhatsApp's own switch for marketing messages. */
  | (FromParent & { kind: 'preference'; number: string; wish: 'stop' | 'resume' })
  | (FromParent & { kind: 'numberChanged'; from: string; to: string })
  /** A problem of the whole account or number. `policy`: what to do about it; without one it is only shown. */
  | { kind: 'trouble'; reason: Reason; policy?: 'retrySender' | 'pauseSender' | 'fixToken' }
  | { kind: 'quality'; quality: SenderQuality }
  /** Different people in 24 hours; null means no limit. */
  | { kind: 'limit'; perDay: number | null }
  /** A phone was linked, or its link was lost. */
  | { kind: 'session'; state: 'working' | 'failed' | 'scan' };

export type FromParentEvent = Extract<WebhookEvent, { kind: 'inbound' | 'preference' | 'numberChanged' }>;

/** The webhooks of one provider. */
export type Webhooks = {
  /**
   * The verification request, in which the provider asks whether we expect its webhooks. Returns the text to answer;
   * undefined refuses.
   */
  answerChallenge?: (sender: Sender, query: Readonly<Record<string, unknown>>) => string | undefined;
  /** Whether exactly these bytes were signed with the shared secret. */
  isSigned: (sender: Sender, raw: Buffer, headers: IncomingHttpHeaders) => boolean;
  /**
   * Whether both senders use one app. An app has only one webhook address, so what arrives at the address of either one
   * is for both. The shared app secret proves it. Absent: each sender has its own address.
   */
  isSameApp?: (one: Sender, other: Sender) => boolean;
  /** Which senders of one app a body is about. `readEvents` gives no events for the others. */
  speaksOf?: (body: unknown) => (sender: Sender) => boolean;
  /** All events of a body, in order. Unknown parts are left out, and a body of another shape gives no events. */
  readEvents: (sender: Sender, body: unknown) => WebhookEvent[];
};
