/** What parents write to a linked phone. Pure. */
import { z } from 'zod';
import { wahaInboundWords } from '#shared/words/waha.ts';
import type { WebhookEvent } from '../webhooks.ts';

const optional = z.string().nullish().catch(undefined);

/**
 * Where engines say the number behind a name that WhatsApp gives instead of it (`…@lid`): NOWEB in the key, GOWS in the
 * info. Source: github.com/devlikeapro/waha issues 1608 and 2010, by which reactions have lacked it since 2026.3;
 * baileys.wiki/migration/v7.
 */
const behind = z
  .object({
    key: z.object({ remoteJidAlt: optional, senderPn: optional }).optional().catch(undefined),
    Info: z.object({ SenderAlt: optional }).optional().catch(undefined),
    senderPn: optional,
  })
  .nullish()
  .catch(undefined);

const written = z.object({
  id: z.string().min(1),
  /** Seconds. */
  timestamp: z.number().positive().max(8.64e12).optional().catch(undefined),
  from: z.string(),
  fromMe: z.boolean(),
  _data: behind,
});

const message = written.extend({
  body: optional,
  hasMedia: z.boolean().nullish().catch(undefined),
  media: z.object({ url: optional, mimetype: optional, filename: optional }).nullish().catch(undefined),
  location: z.unknown().optional(),
  vCards: z.array(z.unknown()).nullish().catch(undefined),
});

const reaction = written.extend({ reaction: z.object({ text: z.string() }) });

/** A person's chat; groups, broadcasts and channels end otherwise. Behind the colon is the device. */
const person = /^(\d{7,15})(?::\d+)?@(?:c\.us|s\.whatsapp\.net)$/;
const hidden = /^(\d{1,20})(?::\d+)?@lid$/;

/** With its plus; undefined for whoever is no single person. */
export function numberIn(chat: string | null | undefined): string | undefined {
  const digits = person.exec(chat ?? '')?.[1];
  return digits && `+${digits}`;
}

/** Who wrote: by number, or by WhatsApp's name where nobody tells the number. Undefined for whoever is no single person. */
function writerOf({ from, _data }: z.infer<typeof written>): { number: string; isHidden?: true } | undefined {
  const name = hidden.exec(from)?.[1];
  const { key, Info, senderPn } = _data ?? {};
  const told = name ? [key?.remoteJidAlt, key?.senderPn, Info?.SenderAlt, senderPn] : [from];
  const number = told.map(numberIn).find(Boolean);
  if (number) return { number };
  return name ? { number: `${name}@lid`, isHidden: true } : undefined;
}

/** Its id is kept whole: it says the chat that is to be marked as read. */
function eventOf(
  found: z.infer<typeof written>,
  text: string,
  at: Date,
): Extract<WebhookEvent, { kind: 'inbound' }>[] {
  const writer = writerOf(found);
  if (found.fromMe || !writer) return [];
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

/** That a reaction was taken back is nothing to look at. */
export function readReaction(payload: unknown, at: Date): WebhookEvent[] {
  const { data } = reaction.safeParse(payload);
  return data && data.reaction.text !== ''
    ? eventOf(data, wahaInboundWords.reacted(data.reaction.text), at)
    : [];
}
