/**
 * Sending by hand: the clerk opens each chat in her own WhatsApp and reports here what she did. API keys cannot do
 * this, and an opened message belongs to the clerk who opened it.
 */
import { z } from 'zod';
import { defineCall, id, ofCampus } from '../call.ts';

const handMessage = z.object({
  id,
  number: z.string(),
  name: z.string(),
  text: z.string(),
  media: z.string(),
  /** The link to the chat with the text: `https://wa.me/923001234567?text=…`. */
  link: z.string(),
  /** Set if the message was opened before and its result was not reported. */
  openedAt: z.string().nullable(),
});
export type HandMessage = z.infer<typeof handMessage>;

export const nextByHand = defineCall({
  method: 'GET',
  path: '/Outbox/ByHand',
  access: ['add', 'edit'],
  forKeys: false,
  campus: 'query',
  summary: 'Returns the next message to send by hand, and the progress of the broadcast.',
  query: ofCampus.extend({ broadcastID: z.coerce.number().int().positive().optional() }),
  answer: z.object({
    next: handMessage.nullable(),
    left: z.number(),
    sent: z.number(),
    skipped: z.number(),
  }),
});

export const openByHand = defineCall({
  method: 'POST',
  path: '/Outbox/ByHand/Open',
  access: ['add', 'edit'],
  forKeys: false,
  campus: 'query',
  summary: 'Records that the clerk is about to open the chat. From now on the message may have been sent.',
  query: ofCampus,
  body: z.object({ id }),
  answer: handMessage,
});

export const closeByHand = defineCall({
  method: 'POST',
  path: '/Outbox/ByHand/Close',
  access: ['add', 'edit'],
  forKeys: false,
  campus: 'query',
  summary: 'Stores the result of an opened chat. `skipped` is also accepted for a chat that was not opened.',
  query: ofCampus,
  body: z.object({ id, outcome: z.enum(['sent', 'skipped', 'notSent']) }),
  answer: z.object({ changed: z.number() }),
});
