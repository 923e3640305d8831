/** Reads messages that parents send to a linked phone. Pure. */
import { z } from 'zod';
import { wahaInboundWords } from '#shared/words/reasons.ts';
import type { WebhookEvent } from '../webhooks.ts';

const optional = z.string().nullish().catch(undefined);

/**
 * The fields that may have the chat, and the number of a hidden id (`…@lid`). WAHA has several engines: NOWEB has them
 * in `key`, GOWS in `Info`. Since version 2026.3 reactions do not contain it. Sources: github.com/devlikeapro/waha, issues
 * 1608 and 2010; baileys.wiki/migration/v7.
 */
const engineFields = z
  .object({
    key: z
      .object({ remoteJid: optional, remoteJidAlt: optional, senderPn: optional })
      .optional()
      .catch(undefined),
    Info: z.object({ Chat: optional, SenderAlt: optional }).optional().catch(undefined),
    senderPn: optional,
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
  _data: engineFields,
});

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
const isShared = ({ id, from, to, _data }: z.infer<typeof written>): boolean =>
  [id, from, to, _data?.key?.remoteJid, _data?.Info?.Chat].some((chat) => shared.test(chat ?? ''));

/**
 * Returns the number of the writer, or the hidden id if the number is not given. Undefined if the writer is not a
 * single person.
 */
function writerOf({ from, _data }: z.infer<typeof written>): { number: string; isHidden?: true } | undefined {
  const name = hidden.exec(from)?.[1];
  const { key, Info, senderPn } = _data ?? {};
  const candidates = name ? [key?.remoteJidAlt, key?.senderPn, Info?.SenderAlt, senderPn] : [from];
  const number = candidates.map(numberIn).find(Boolean);
  if (number) return { number };
  return name ? { number: `${name}@lid`, isHidden: true } : undefined;
}

/**
 * Returns the event of a message. Its id stays complete: it contains the chat, which is needed to mark the message as
 * read.
 */
function eventOf(
  found: z.infer<typeof written>,
  text: string,
  at: Date,
): Extract<WebhookEvent, { kind: 'inbound' }>[] {
  const writer = writerOf(found);
  if (found.fromMe || !writer || isShared(found)) return [];
  const sentAt = found.timestamp === undefined ? at : new Date(found.timestamp * 1000);
  return [{ kind: 'inbound', providerID: found.id, ...writer, text, at: sentAt }];
}

function textOf({ body, hasMedia, media, location, vCards }: z.infer<typeof message>): string {
  if (body) return body;
  if (hasMedia) return media?.url ? '' : wahaInboundWords.mediaLost;
  if (location) return wahaInboundWords.location;
  return vCards && vCards.length > 0 ? wahaInboundWords.contact : wahaInboundWords.unshown;
}

export function readInbound(payload: unknown, at: Date): WebhookEvent[] {
  const { data } = message.safeParse(payload);
  if (!data) return [];
  const events = eventOf(data, textOf(data), at);
  const { url, mimetype, filename } = data.media ?? {};
  if (!url) return events;
  return events.map((event) => ({
    ...event,
    media: { id: url, type: mimetype ?? '', name: filename ?? '' },
  }));
}

/** A removed reaction gives no event. */
export function readReaction(payload: unknown, at: Date): WebhookEvent[] {
  const { data } = reaction.safeParse(payload);
  return data && data.reaction.text !== ''
    ? eventOf(data, wahaInboundWords.reacted(data.reaction.text), at)
    : [];
}
