/**
 * Describes how the webhooks of a provider are verified and read, with one kind of event for each thing that the
 * product handles. Numbers are E.164 with a plus.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { SenderQuality } from '#shared/calls/connection.ts';
import type { Reason } from '#shared/reasons.ts';
import type { Receipt, Sender, TemplateStatus } from './model.ts';

/** Media of a parent's message, which is fetched by its id. */
export type MediaSent = { id: string; type: string; name: string };

/**
 * `toPastNumber` means that the parent wrote to a former number of the sender. Messages sent there after the change do
 * not belong to this sender. `userID` is WhatsApp's own id of the person, which replaces a missing number. `others` are
 * further numbers of the same person, after a lookup.
 */
type FromParent = { at: Date; toPastNumber?: true; userID?: string; others?: readonly string[] };

export type WebhookEvent =
  | { kind: 'receipt'; receipt: Receipt }
  /** For a message without text, `text` is a sentence: a reaction, or a type that cannot be shown. */
  | (FromParent & {
      kind: 'inbound';
      providerID: string;
      number: string;
      /** True if WhatsApp hides the number. `number` is then WhatsApp's own id of the person. */
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
  /** The parent has changed WhatsApp's own setting for marketing messages. */
  | (FromParent & { kind: 'preference'; number: string; request: 'stop' | 'resume' })
  | (FromParent & { kind: 'numberChanged'; from: string; to: string })
  /**
   * A problem of the whole account or number. `policy` says what to do about it. Without a policy the problem is only
   * shown.
   */
  | { kind: 'trouble'; reason: Reason; policy?: 'retrySender' | 'pauseSender' | 'fixToken' }
  | { kind: 'quality'; quality: SenderQuality }
  /** The messaging limit: different people in 24 hours. Null means no limit. */
  | { kind: 'limit'; perDay: number | null }
  /** A phone was linked, or its link was lost. */
  | { kind: 'session'; state: 'working' | 'failed' | 'scan' };

export type FromParentEvent = Extract<WebhookEvent, { kind: 'inbound' | 'preference' | 'numberChanged' }>;

/** The webhooks of one provider. */
export type Webhooks = {
  /**
   * Answers the verification request, in which the provider asks whether we expect its webhooks. Returns the text of
   * the answer; undefined refuses the request.
   */
  answerChallenge?: (sender: Sender, query: Readonly<Record<string, unknown>>) => string | undefined;
  /** Tells whether exactly these bytes were signed with the shared secret. */
  isSigned: (sender: Sender, raw: Buffer, headers: IncomingHttpHeaders) => boolean;
  /**
   * Tells whether both senders use the same app. An app has only one webhook address, so a call to the address of one
   * sender may be about the other. The shared app secret proves that the app is the same. If absent, each sender has
   * its own address.
   */
  isSameApp?: (one: Sender, other: Sender) => boolean;
  /**
   * Returns a function that tells whether a body is about a sender of the app. `readEvents` returns no events for other
   * senders.
   */
  speaksOf?: (body: unknown) => (sender: Sender) => boolean;
  /** Returns all events of a body, in order. Unknown parts are left out. A body of another shape gives no events. */
  readEvents: (sender: Sender, body: unknown) => WebhookEvent[];
};
