/** Reads what happens in the chats of a linked phone: messages, edits, answers from the phone, and calls. Pure. */
import { z } from 'zod';
import { phoneWords } from '#shared/words/chats.ts';
import { wahaInboundWords } from '#shared/words/reasons.ts';
import type { Sender } from '../model.ts';
import type { ChatEvent, WebhookEvent } from '../webhooks.ts';
import { bareID, isOfLinkedDevice, opaqueIn } from './message-ids.ts';

const optional = z.string().nullish().catch(undefined);

/**
 * The fields that may have the chat, and the number of a hidden id (`…@lid`). WAHA has several engines: NOWEB has them
 * in `key`, GOWS in `Info`. Since version 2026.3 reactions do not contain it. Sources: github.com/devlikeapro/waha,
 * issues 1608 and 2010; baileys.wiki/migration/v7.
 */
const engineFields = z
  .object({
    key: z
      .object({ remoteJid: optional, remoteJidAlt: optional, senderPn: optional })
      .optional()
      .catch(undefined),
    Info: z
      .object({ Chat: optional, SenderAlt: optional, RecipientAlt: optional })
      .optional()
      .catch(undefined),
    senderPn: optional,
    /** Some versions also report an edit or a deletion as a message with this content. */
    message: z.object({ protocolMessage: z.unknown().optional() }).nullish().catch(undefined),
  })
  .nullish()
  .catch(undefined);

const written = z.object({
  id: z.string().min(1),
  /** Seconds. */
  timestamp: z.number().positive().max(8.64e12).optional().catch(undefined),
  from: z.string(),
  to: optional,
  fromMe: z.boolean(),
  /** `api` if a program has sent it, and `app` if it was written on the phone or another linked device. */
  source: optional,
  _data: engineFields,
});
type Written = z.infer<typeof written>;

const message = written.extend({
  body: optional,
  hasMedia: z.boolean().nullish().catch(undefined),
  media: z.object({ url: optional, mimetype: optional, filename: optional }).nullish().catch(undefined),
  location: z.unknown().optional(),
  vCards: z.array(z.unknown()).nullish().catch(undefined),
});

const reaction = written.extend({ reaction: z.object({ text: z.string() }) });

/**
 * The shape of a chat with one person. Groups, broadcasts and channels have other endings. The colon is followed by the
 * device.
 */
const person = /^(\d{7,15})(?::\d+)?@(?:c\.us|s\.whatsapp\.net)$/;
const hidden = /^(\d{1,20})(?::\d+)?@lid$/;

/** Returns the number with its plus; undefined if the chat is not with a single person. */
export function numberIn(chat: string | null | undefined): string | undefined {
  const digits = person.exec(chat ?? '')?.[1];
  return digits && `+${digits}`;
}

/** The endings of groups, status posts, broadcast lists and channels. */
const shared = /@(?:g\.us|broadcast|newsletter)(?:_|$)/;

/**
 * Tells whether a message was written in a group, as a status post or in a channel. The engines differ in where they
 * name the chat, and some name the writer in `from`.
 */
const isShared = ({ id, from, to, _data }: Written): boolean =>
  [id, from, to, _data?.key?.remoteJid, _data?.Info?.Chat].some((chat) => shared.test(chat ?? ''));

/** The chat in a complete message id: `false_923001234567@c.us_3A…`. */
const chatIn = (id: string): string | undefined => /^(?:true|false)_([^_]+)_/.exec(id)?.[1];

type Partner = { number: string; isHidden?: true };

/**
 * Returns the number of the other person of a private chat, or the hidden id if the number is not given. Undefined if
 * the chat is not with a single person. In a message of the school, `from` may be its own number.
 */
function partnerOf(found: Written): Partner | undefined {
  if (isShared(found)) return undefined;
  const { key, Info, senderPn } = found._data ?? {};
  const ofOurs = [chatIn(found.id), found.to, key?.remoteJid, Info?.Chat, found.from];
  const chat = found.fromMe
    ? ofOurs.find((one) => person.test(one ?? '') || hidden.test(one ?? ''))
    : found.from;
  const name = hidden.exec(chat ?? '')?.[1];
  if (!name) {
    const number = numberIn(chat);
    return number === undefined ? undefined : { number };
  }
  const others = found.fromMe
    ? [key?.remoteJidAlt, Info?.RecipientAlt]
    : [key?.remoteJidAlt, key?.senderPn, Info?.SenderAlt, senderPn];
  const number = others.map(numberIn).find(Boolean);
  return number ? { number } : { number: `${name}@lid`, isHidden: true };
}

const instantOf = ({ timestamp }: { timestamp?: number | undefined }, at: Date): Date =>
  timestamp === undefined ? at : new Date(timestamp * 1000);

/**
 * Tells whether a message of the school was written on the phone or on another linked device, and not sent by a program
 * through the gateway. Older gateways do not say it, and then only ids of the phone itself are certain.
 */
function isFromPhone(sender: Sender, { id, source }: Written): boolean {
  const bare = bareID(id);
  if (opaqueIn(sender.settings.hookKey ?? '', sender.words ?? [], bare) !== undefined) return false;
  return source === 'app' || (source !== 'api' && !isOfLinkedDevice(bare));
}

/**
 * Returns the event of a message. The id of a parent's message stays complete: it contains the chat, which is needed to
 * mark the message as read. The id of our own message is bare, like the ids in `message`.
 */
function eventOf(
  sender: Sender,
  found: Written,
  { text, at }: { text: string; at: Date },
): Extract<ChatEvent, { kind: 'inbound' | 'answered' }>[] {
  const partner = partnerOf(found);
  if (!partner) return [];
  const chat = { ...partner, text, at: instantOf(found, at) };
  if (!found.fromMe) return [{ kind: 'inbound', providerID: found.id, ...chat }];
  return isFromPhone(sender, found) ? [{ kind: 'answered', providerID: bareID(found.id), ...chat }] : [];
}

function textOf({ body, fromMe, hasMedia, media, location, vCards }: z.infer<typeof message>): string {
  if (body) return body;
  if (hasMedia) return media?.url ? '' : wahaInboundWords.mediaLost;
  if (location) return wahaInboundWords.location;
  if (vCards && vCards.length > 0) return wahaInboundWords.contact;
  return fromMe ? phoneWords.unknown : wahaInboundWords.unshown;
}

export function readInbound(sender: Sender, payload: unknown, at: Date): WebhookEvent[] {
  const { data } = message.safeParse(payload);
  if (!data || data._data?.message?.protocolMessage) return [];
  const events = eventOf(sender, data, { text: textOf(data), at });
  const { url, mimetype, filename } = data.media ?? {};
  if (!url) return events;
  return events.map((event) => ({
    ...event,
    media: { id: url, type: mimetype ?? '', name: filename ?? '' },
  }));
}

/** A removed reaction gives no event. */
export function readReaction(sender: Sender, payload: unknown, at: Date): WebhookEvent[] {
  const { data } = reaction.safeParse(payload);
  return data && data.reaction.text !== ''
    ? eventOf(sender, data, { text: wahaInboundWords.reacted(data.reaction.text), at })
    : [];
}

/**
 * Returns the ids under which a changed message may be stored. A change names it without its chat, which may have been
 * known by its number or by its hidden id.
 */
function originalIDsOf(found: Written, { number }: Partner, original: string): string[] {
  const bare = bareID(original);
  if (found.fromMe) return [bare];
  const names = [chatIn(found.id), found.from, `${number.replace('+', '')}@c.us`];
  const ids = names.flatMap((chat) => (chat ? `false_${chat}_${bare}` : []));
  return [...new Set([...(chatIn(original) ? [original] : []), ...ids])];
}

const edit = message.extend({ editedMessageId: z.string().min(1) });

export function readEdit(sender: Sender, payload: unknown, at: Date): WebhookEvent[] {
  const { data } = edit.safeParse(payload);
  // Without the id of the changed message its new text is shown as a message of its own.
  if (!data) return readInbound(sender, payload, at);
  const partner = partnerOf(data);
  if (!partner) return [];
  const change = {
    ...{ ...partner, providerID: data.id, originalIDs: originalIDsOf(data, partner, data.editedMessageId) },
    ...{ text: textOf(data), at: instantOf(data, at) },
  };
  return [{ kind: 'edited', ...change, ...(data.fromMe && { isOurs: true }) }];
}

const revocation = z.object({
  revokedMessageId: optional,
  // The engines name the chat in different places.
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  _data: z
    .looseObject({ key: z.looseObject({ remoteJid: optional }).nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
});

export function readRevocation(payload: unknown, at: Date): WebhookEvent[] {
  const { data } = revocation.safeParse(payload);
  if (!data) return [];
  const { before, after, revokedMessageId } = data;
  const original = revokedMessageId || written.safeParse(before).data?.id;
  if (!original) return [];
  const { key } = data._data ?? {};
  const named = { ...(payload as object), id: original };
  const ofKey = { ...key, id: original, from: key?.remoteJid, _data: data._data };
  const ofID = { id: original, from: chatIn(original), fromMe: original.startsWith('true_') };
  const found = [after, before, named, ofKey, ofID].flatMap((one) => written.safeParse(one).data ?? [])[0];
  const partner = found && partnerOf(found);
  if (!partner) return [];
  // The time of `before` is that of the message itself.
  const when = after === null || after === undefined ? at : instantOf(found, at);
  const change = { ...partner, originalIDs: originalIDsOf(found, partner, original), at: when };
  return [{ kind: 'revoked', ...change, ...(found.fromMe && { isOurs: true }) }];
}

const call = z.object({
  id: z.string().min(1),
  from: z.string(),
  timestamp: z.number().positive().max(8.64e12).optional().catch(undefined),
  isGroup: z.boolean().nullish().catch(undefined),
});
const outcomes = {
  'call.received': undefined,
  'call.accepted': 'talked',
  'call.rejected': 'missed',
} as const;
export type CallEvent = keyof typeof outcomes;
export const isCallEvent = (event: string): event is CallEvent => Object.hasOwn(outcomes, event);

/** Reads a call of a parent to the linked phone. */
export function readCall(event: CallEvent, payload: unknown, at: Date): WebhookEvent[] {
  const { data } = call.safeParse(payload);
  const partner = data && !data.isGroup && partnerOf({ ...data, fromMe: false });
  if (!partner) return [];
  const outcome = outcomes[event];
  return [
    { kind: 'called', providerID: data.id, ...partner, at: instantOf(data, at), ...(outcome && { outcome }) },
  ];
}
