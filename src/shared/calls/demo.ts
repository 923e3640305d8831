/** The demo phone: it shows what parents' phones would show while a campus has not connected WhatsApp. */
import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';
import { longestMessage } from '../limits.ts';
import { isUpload } from '../messages/media.ts';
import { failureWords } from '../words/failures.ts';
import { toasts } from '../words/toasts.ts';
import { chatItem } from './chat.ts';

const paces = ['instant', 'quick', 'natural'] as const;
export type Pace = (typeof paces)[number];

const phone = z.object({
  number: z.string(),
  name: z.string(),
  text: z.string(),
  at: z.string(),
  messages: z.number(),
  isOnWhatsApp: z.boolean(),
});

export const getDemo = defineCall({
  method: 'GET',
  path: '/Demo',
  access: 'view',
  campus: 'query',
  summary: 'Returns whether the campus sends to the demo phone, and the demo phone’s pace.',
  query: ofCampus,
  answer: z.object({ isDemo: z.boolean(), pace: z.enum(paces) }),
});

export const setPace = defineCall({
  method: 'PUT',
  path: '/Demo/Pace',
  access: 'admin',
  campus: 'query',
  summary: 'Sets how fast the demo phone accepts and answers messages.',
  query: ofCampus,
  body: z.object({ pace: z.enum(paces) }),
  answer: z.object({ pace: z.enum(paces) }),
});

export const listPhones = defineCall({
  method: 'GET',
  path: '/Demo/Phones',
  access: 'view',
  campus: 'query',
  summary: 'Lists the parents’ phones that the demo sender has written to, the latest first.',
  query: ofCampus.extend({
    search: z.string().trim().max(100).default(''),
    take: z.coerce.number().int().min(1).max(200).default(100),
  }),
  answer: z.object({ items: z.array(phone), count: z.number() }),
});

export const showPhone = defineCall({
  method: 'GET',
  path: '/Demo/Phone',
  access: 'view',
  campus: 'query',
  summary: 'Returns the screen of one parent’s phone: only the delivered messages, and the parent’s replies.',
  query: ofCampus.extend({ number: z.string().max(40) }),
  answer: z.array(chatItem),
});

export const replyFromPhone = defineCall({
  method: 'POST',
  path: '/Demo/Reply',
  access: ['add', 'edit'],
  campus: 'query',
  summary: 'Sends a reply of a parent from the demo phone: a text, an uploaded file or both.',
  query: ofCampus,
  body: z
    .object({
      number: z.string().max(40),
      message: z.string().trim().max(longestMessage).default(''),
      media: z
        .string()
        .refine((url) => url === '' || isUpload(url), failureWords.notUploaded)
        .default(''),
    })
    .refine(({ message, media }) => message !== '' || media !== '', {
      path: ['message'],
      error: toasts.errors.message,
    }),
  answer: null,
});
