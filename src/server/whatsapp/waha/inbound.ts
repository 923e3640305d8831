/** What parents write to a linked phone. Pure. */
import { z } from 'zod';
import { wahaWords } from '#shared/words/waha.ts';
import type { HookEvent } from '../events.ts';

const optional = z.string().nullish().catch(undefined);

/** Where engines say the number behind a name that WhatsApp gives instead of it (`…@lid`). */
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
const unnamed = /@lid$/;

/** With its plus; undefined for whoever is no single person, or whose number nobody tells. */
function numberOf({ from, _data }: z.infer<typeof written>): string | undefined {
  const { key, Info, senderPn } = _data ?? {};
  const told = [from];
  if (unnamed.test(from))
    told.push(...[key?.remoteJidAlt, key?.senderPn, Info?.SenderAlt, senderPn].map(String));
  const digits = told.map((name) => person.exec(name)?.[1]).find(Boolean);
  return digits && `+${digits}`;
}

/** Its id is kept whole: it says the chat that is to be marked as read. */
function eventOf(
  found: z.infer<typeof written>,
  text: string,
  at: Date,
): Extract<HookEvent, { kind: 'inbound' }>[] {
  const number = numberOf(found);
  if (found.fromMe || number === undefined) return [];
  const sentAt = found.timestamp === undefined ? at : new Date(found.timestamp * 1000);
  return [{ kind: 'inbound', providerID: found.id, number, text, at: sentAt }];
}

function textOf({ body, hasMedia, media, location, vCards }: z.infer<typeof message>): string {
  if (body) return body;
  if (hasMedia) return media?.url ? '' : wahaWords.mediaLost;
  if (location) return wahaWords.location;
  return vCards && vCards.length > 0 ? wahaWords.contact : wahaWords.unshown;
}

export function readInbound(payload: unknown, at: Date): HookEvent[] {
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
export function readReaction(payload: unknown, at: Date): HookEvent[] {
  const { data } = reaction.safeParse(payload);
  return data && data.reaction.text !== '' ? eventOf(data, wahaWords.reacted(data.reaction.text), at) : [];
}
