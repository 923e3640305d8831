/**
 * Describes how the webhooks of a provider are verified and read, with one kind of event for each thing that the
 * product handles. Numbers are E.164 with a plus.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { SenderQuality } from '#shared/calls/connection.ts';
import type { Reason } from '#shared/messages/reasons.ts';
import type { Receipt, Sender, TemplateStatus } from './model.ts';

/** Media of a parent's message, which is fetched by its id. */
type MediaSent = { id: string; type: string; name: string };

/**
 * `toPastNumber` means that the parent wrote to a former number of the sender. Messages sent there after the change do
 * not belong to this sender. `userID` is WhatsApp's own id of the person, which replaces a missing number. `others` are
 * further numbers of the same person, after a lookup.
 */
type FromParent = { at: Date; toPastNumber?: true; userID?: string; others?: readonly string[] };

/**
 * An event in the private chat with `number`. `isHidden` is true if WhatsApp hides the number. `number` is then
 * WhatsApp's own id of the person.
 */
type InChat = FromParent & { number: string; isHidden?: true };

/**
 * A change of a message. `originalIDs` are the ids under which the message may be stored. `isOurs` is true if somebody of
 * the school has changed it in the phone's own app.
 */
type Change = InChat & { originalIDs: readonly string[]; isOurs?: true };

export type WebhookEvent =
  | { kind: 'receipt'; receipt: Receipt }
  /** For a message without text, `text` is a sentence: a reaction, or a type that cannot be shown. */
  | (InChat & {
      kind: 'inbound';
      providerID: string;
      text: string;
      media?: MediaSent;
      /** The payload of a pressed button. */
      payload?: string;
    })
  /** `providerID` is the id of the edit itself. */
  | (Change & { kind: 'edited'; providerID: string; text: string })
  /** The message was deleted for everyone. */
  | (Change & { kind: 'revoked' })
  /** Somebody of the school has answered in the phone's own app. */
  | (InChat & { kind: 'answered'; providerID: string; text: string; media?: MediaSent })
  /** A voice or video call. `isOurs` is true if the school has called. Without an `outcome` it is still ringing. */
  | (InChat & { kind: 'called'; providerID: string; isOurs?: true; outcome?: 'talked' | 'missed' })
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
  | { kind: 'problem'; reason: Reason; policy?: 'retrySender' | 'pauseSender' | 'fixToken' }
  | { kind: 'quality'; quality: SenderQuality }
  /** The messaging limit: different people in 24 hours. Null means no limit. */
  | { kind: 'limit'; perDay: number | null }
  /** A phone was linked, or its link was lost. */
  | { kind: 'session'; state: 'working' | 'failed' | 'scan' };

const chatKinds = ['inbound', 'edited', 'revoked', 'answered', 'called'] as const;
/** An event in the private chat with one person. */
export type ChatEvent = Extract<WebhookEvent, { kind: (typeof chatKinds)[number] }>;
export const isInChat = (event: WebhookEvent): event is ChatEvent =>
  (chatKinds as readonly string[]).includes(event.kind);

/** An event about one person. */
export type PersonEvent = ChatEvent | Extract<WebhookEvent, { kind: 'preference' | 'numberChanged' }>;
export const isOfPerson = (event: WebhookEvent): event is PersonEvent =>
  isInChat(event) || event.kind === 'preference' || event.kind === 'numberChanged';

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
   * An app has only one webhook address, so a call to the address of one sender may be about others of the app. If
   * absent, each sender has its own address.
   */
  app?: {
    /** A text that only senders of the same app share. Undefined if the sender has no app secret to prove its app. */
    of: (sender: Sender) => string | undefined;
    /** The ids by which a body names this sender. */
    namesOf: (sender: Sender) => readonly string[];
    /** The ids of the senders that a body is about. `readEvents` returns no events for other senders. */
    namesIn: (body: unknown) => ReadonlySet<string>;
  };
  /** Returns all events of a body, in order. Unknown parts are left out. A body of another shape gives no events. */
  readEvents: (sender: Sender, body: unknown) => WebhookEvent[];
};
