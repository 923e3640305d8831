/** Conversations with parents' numbers, and the numbers that are sent nothing. */
import { z } from 'zod';
import { defineCall, id, ofCampus, ofSchool } from '../call.ts';
import { largestPage, mostOfChat } from '../limits.ts';
import { messageStates } from '../message-states.ts';
import { type Bill, bill } from './bills.ts';

/** The spec's chat log item, with the state of what we sent. */
export const chatItem = z.object({
  id: z.string(),
  message: z.string(),
  media: z.string(),
  audio: z.string(),
  date: z.string(),
  fromAdmin: z.boolean(),
  status: z.enum(messageStates).nullable(),
  reason: z.string().nullable(),
  reasonCode: z.string().nullable(),
  /** While it waits: not before this instant. */
  dueAt: z.string().nullable(),
  /** May have been sent, and a person has decided to leave it at that. */
  isDecided: z.boolean(),
});
export type ChatItem = z.infer<typeof chatItem>;

export const loadChat = defineCall({
  method: 'GET',
  path: '/Chat/LoadChatAdmin',
  access: 'view',
  campus: 'body',
  summary: 'The conversation with one number, oldest first; without `cID`, in the session’s own campus.',
  query: ofSchool.extend({ number: z.string().trim().min(1).max(300) }),
  answer: z.array(chatItem),
});

/** `m34.i12` has before it what is older than our message 34, and of theirs than 12. */
const placeInChat = z.string().regex(/^m\d{1,15}\.i\d{1,15}$/);

export const loadChatPage = defineCall({
  method: 'GET',
  path: '/Chat/LoadChatPage',
  access: 'view',
  campus: 'query',
  summary:
    'The latest entries of the conversation with one number, oldest first; `start` is where they begin, null where nothing is before them.',
  query: ofCampus.extend({
    number: z.string().trim().min(1).max(300),
    /** Only what is before this `start`. */
    before: placeInChat.optional(),
    /** Nothing that is before this `start`. */
    from: placeInChat.optional(),
    take: z.coerce.number().int().min(1).max(mostOfChat).default(100),
  }),
  answer: z.object({ items: z.array(chatItem), start: placeInChat.nullable() }),
});

/** A number that has written, with the latest of what it wrote; `id` is that message's. */
export const conversation = z.object({
  id,
  number: z.string(),
  name: z.string(),
  text: z.string(),
  media: z.string(),
  audio: z.string(),
  at: z.string(),
  unread: z.number(),
});
export type Conversation = z.infer<typeof conversation>;

export const listConversations = defineCall({
  method: 'GET',
  path: '/Chat/Conversations',
  access: 'view',
  campus: 'query',
  summary:
    'The numbers that have written, latest first, and how many of their messages nobody has looked at.',
  query: ofCampus.extend({
    search: z.string().trim().max(100).default(''),
    /** From behind the conversation with this `id`. */
    after: z.coerce.number().int().nonnegative().default(0),
    take: z.coerce.number().int().min(1).max(largestPage).default(50),
  }),
  answer: z.object({ items: z.array(conversation), next: z.number().nullable(), unread: z.number() }),
});

/** Whether the number may be written to freely now; null where it always may. */
export const getWindow = defineCall({
  method: 'GET',
  path: '/Chat/Window',
  access: 'view',
  campus: 'query',
  summary: 'Until when this number takes free text, where WhatsApp asks for templates otherwise.',
  query: ofCampus.extend({ number: z.string().trim().min(1).max(300) }),
  answer: z.object({ isNeeded: z.boolean(), openUntil: z.string().nullable() }),
});

/** A bill with the name of its billing. */
export type FamilyBill = Bill & { billing: string };

export const listFamilyBills = defineCall({
  method: 'GET',
  path: '/Chat/Bills',
  access: 'view',
  campus: 'query',
  summary:
    'The bills of a number in all billings: the unpaid first, each of the newest billing first. At most twenty; a bill of an older billing is found by what was written to the number.',
  query: ofCampus.extend({ number: z.string().trim().min(1).max(300) }),
  answer: z.array(
    (bill as unknown as z.ZodObject).extend({ billing: z.string() }) as unknown as z.ZodType<FamilyBill>,
  ),
});

const typedNumber = z.string().trim().min(1).max(300);

export const markSeen = defineCall({
  method: 'POST',
  path: '/Chat/Seen',
  access: 'view',
  campus: 'query',
  summary: 'What this number wrote, up to its message `upTo` (as `i12` in the chat), has been looked at.',
  query: ofCampus,
  body: z.object({ number: typedNumber, upTo: z.string().regex(/^i\d{1,15}$/) }),
  answer: z.object({ changed: z.number() }),
});

/** `number` is E.164, `by` the name of who noted it; empty when the parent asked for it in a message. */
export const optOut = z.object({ number: z.string(), at: z.string(), by: z.string(), note: z.string() });
export type OptOut = z.infer<typeof optOut>;

export const listOptOuts = defineCall({
  method: 'GET',
  path: '/OptOuts',
  access: 'view',
  campus: 'query',
  summary: 'The numbers that are sent nothing; with `number` only whether this one is.',
  query: ofCampus.extend({ number: z.string().trim().max(300).default('') }),
  answer: z.array(optOut),
});

export const addOptOut = defineCall({
  method: 'POST',
  path: '/OptOuts',
  access: ['add', 'edit'],
  campus: 'query',
  summary: 'Sends this number nothing more; what waits for it is skipped.',
  query: ofCampus,
  body: z.object({ number: typedNumber, note: z.string().trim().max(300).default('') }),
  answer: optOut,
});

export const removeOptOut = defineCall({
  method: 'DELETE',
  path: '/OptOuts',
  access: ['add', 'edit'],
  campus: 'query',
  summary: 'Sends this number messages again.',
  query: ofCampus.extend({ number: typedNumber, note: z.string().trim().max(300).default('') }),
  answer: null,
});
