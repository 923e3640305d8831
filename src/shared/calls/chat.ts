/** Conversations with parents' numbers, and the numbers that have opted out. */
import { z } from 'zod';
import { defineCall, id, ofCampus, ofSchool } from '../call.ts';
import { largestPage, mostOfChat } from '../limits.ts';
import { messageStates } from '../messages/message-states.ts';
import { type Bill, bill } from './bills.ts';

/**
 * The spec's chat log item, with the state of messages that we sent. An item of ours without a state was sent in the
 * phone's own app.
 */
export const chatItem = z.object({
  id: z.string(),
  /** The line of a call has only its text. */
  kind: z.enum(['message', 'call']),
  /** Whether the message was edited, or deleted for everyone. Of a deleted message the text is not kept. */
  change: z.enum(['edited', 'revoked']).nullable(),
  message: z.string(),
  media: z.string(),
  audio: z.string(),
  date: z.string(),
  fromAdmin: z.boolean(),
  status: z.enum(messageStates).nullable(),
  reason: z.string().nullable(),
  reasonCode: z.string().nullable(),
  /** While the message waits: the earliest instant at which it is sent. */
  dueAt: z.string().nullable(),
  /** The message may have been sent, and a person has decided not to send it again. */
  isDecided: z.boolean(),
  /** The title of the template whose text we sent. */
  template: z.string().nullable(),
});
export type ChatItem = z.infer<typeof chatItem>;

export const loadChat = defineCall({
  method: 'GET',
  path: '/Chat/LoadChatAdmin',
  access: 'view',
  campus: 'body',
  summary:
    'Returns the conversation with one number, oldest first. Without `cID` it is in the session’s own campus.',
  query: ofSchool.extend({ number: z.string().trim().min(1).max(300) }),
  answer: z.array(chatItem),
});

/** A position in a chat. Before `m34.i12` are all messages older than our message 34 and their message 12. */
const placeInChat = z.string().regex(/^m\d{1,15}\.i\d{1,15}$/);

export const loadChatPage = defineCall({
  method: 'GET',
  path: '/Chat/LoadChatPage',
  access: 'view',
  campus: 'query',
  summary:
    'Returns the latest entries of the conversation with one number, oldest first. `start` is the place of the first one; null if there are no earlier entries.',
  query: ofCampus.extend({
    number: z.string().trim().min(1).max(300),
    /** Only messages before this position. */
    before: placeInChat.optional(),
    /** No messages before this position. */
    from: placeInChat.optional(),
    take: z.coerce.number().int().min(1).max(mostOfChat).default(100),
  }),
  answer: z.object({ items: z.array(chatItem), start: placeInChat.nullable() }),
});

/**
 * `waiting`: nobody has answered the parent's last message or marked it as answered. `closing`: waiting conversations
 * whose customer service window closes in less than three hours. `confirm`: a picture of the parent may show a payment.
 */
const chatLists = ['all', 'waiting', 'answered', 'closing', 'confirm'] as const;
export type ChatList = (typeof chatLists)[number];

const childOfChat = z.object({
  name: z.string(),
  class: z.string().nullable(),
  section: z.string().nullable(),
});

/** A number that has written, with its latest message. `id` is the id of that message. */
export const conversation = z.object({
  id,
  number: z.string(),
  name: z.string(),
  text: z.string(),
  media: z.string(),
  audio: z.string(),
  at: z.string(),
  unread: z.number(),
  isAnswered: z.boolean(),
  /**
   * A picture that may show a payment, sent after a message about bills. A person must look at it; it is not a payment.
   */
  toConfirm: z
    .object({
      /** Pictures up to this message, `i12` in the chat. */
      upTo: z.string(),
      text: z.string(),
      media: z.string(),
      at: z.string(),
    })
    .nullable(),
  /** Our latest message after the parent's message. Without a state it was sent in the phone's own app. */
  sent: z
    .object({ text: z.string(), media: z.string(), status: z.enum(messageStates).nullable() })
    .nullable(),
  /** The father of the children, from the roster. */
  fatherName: z.string().nullable(),
  children: z.array(childOfChat),
  /** What is payable today for all their bills, in rupees. */
  payable: z.number(),
});
export type Conversation = z.infer<typeof conversation>;

export const listConversations = defineCall({
  method: 'GET',
  path: '/Chat/Conversations',
  access: 'view',
  campus: 'query',
  summary:
    'Lists the numbers that have written, the latest first, with their children and what is payable. Also counts the conversations that wait for an answer, those of them that accept free text for less than three hours more (null if free text is always accepted), those with a picture to confirm, and the unread messages. The search finds names, numbers and the texts that parents wrote.',
  query: ofCampus.extend({
    list: z.enum(chatLists).default('all'),
    /** Only the conversation with this number. */
    number: z.string().trim().max(300).default(''),
    search: z.string().trim().max(100).default(''),
    /** Only conversations after the one with this `id`. */
    after: z.coerce.number().int().nonnegative().default(0),
    take: z.coerce.number().int().min(1).max(largestPage).default(50),
  }),
  answer: z.object({
    items: z.array(conversation),
    next: z.number().nullable(),
    unread: z.number(),
    waiting: z.number(),
    closing: z.number().nullable(),
    /** How many conversations have a picture to confirm. */
    toConfirm: z.number(),
  }),
});

/** Whether the customer service window of the number is open; null if free text is always accepted. */
export const getWindow = defineCall({
  method: 'GET',
  path: '/Chat/Window',
  access: 'view',
  campus: 'query',
  summary: 'Returns until when this number accepts free text, if WhatsApp requires templates after that.',
  query: ofCampus.extend({ number: z.string().trim().min(1).max(300) }),
  answer: z.object({ isNeeded: z.boolean(), openUntil: z.string().nullable() }),
});

/** A bill with the name of its billing. */
export type FamilyBill = Bill & { billing: string };
export const familyBill = (bill as unknown as z.ZodObject).extend({
  billing: z.string(),
}) as unknown as z.ZodType<FamilyBill>;

export const listFamilyBills = defineCall({
  method: 'GET',
  path: '/Chat/Bills',
  access: 'view',
  campus: 'query',
  summary:
    'Lists the bills of a number in all billings, the unpaid ones first, then by the newest billing. At most twenty; bills of older billings are found through the messages to the number.',
  query: ofCampus.extend({ number: z.string().trim().min(1).max(300) }),
  answer: z.array(familyBill),
});

const typedNumber = z.string().trim().min(1).max(300);

export const markSeen = defineCall({
  method: 'POST',
  path: '/Chat/Seen',
  // A user who may only view must not remove the unread mark, because the users who answer need it.
  access: ['add', 'edit'],
  campus: 'query',
  summary: 'Marks the messages of this number as read, up to the message `upTo` (as `i12` in the chat).',
  query: ofCampus,
  body: z.object({ number: typedNumber, upTo: z.string().regex(/^i\d{1,15}$/) }),
  answer: z.object({ changed: z.number() }),
});

export const markAnswered = defineCall({
  method: 'POST',
  path: '/Chat/Answered',
  access: ['add', 'edit'],
  campus: 'query',
  summary:
    'Marks the conversation with this number as answered, up to the message `upTo`, or with `isAnswered` false as waiting again. A reply also answers the messages that were read. A new message of the parent waits again.',
  query: ofCampus,
  body: z.object({
    number: typedNumber,
    upTo: z.string().regex(/^i\d{1,15}$/),
    isAnswered: z.boolean().default(true),
  }),
  answer: z.object({ changed: z.number() }),
});

export const dismissToConfirm = defineCall({
  method: 'POST',
  path: '/Chat/Confirmed',
  access: ['add', 'edit'],
  campus: 'query',
  summary:
    'Marks the pictures of this number as not to confirm any more, up to the message `upTo`. A payment for its bills does the same automatically.',
  query: ofCampus,
  body: z.object({ number: typedNumber, upTo: z.string().regex(/^i\d{1,15}$/) }),
  answer: z.object({ changed: z.number() }),
});

/** `number` is E.164. `by` is the name of the person who stored it, or empty if the parent opted out by message. */
const optOut = z.object({ number: z.string(), at: z.string(), by: z.string(), note: z.string() });
export type OptOut = z.infer<typeof optOut>;

export const listOptOuts = defineCall({
  method: 'GET',
  path: '/OptOuts',
  access: 'view',
  campus: 'query',
  summary:
    'Lists the numbers that have opted out. With `number` it returns only whether this number has opted out.',
  query: ofCampus.extend({ number: z.string().trim().max(300).default('') }),
  answer: z.array(optOut),
});

export const addOptOut = defineCall({
  method: 'POST',
  path: '/OptOuts',
  access: ['add', 'edit'],
  campus: 'query',
  summary: 'Stores an opt-out: the number gets no more messages, and messages that wait for it are skipped.',
  query: ofCampus,
  body: z.object({ number: typedNumber, note: z.string().trim().max(300).default('') }),
  answer: optOut,
});

export const removeOptOut = defineCall({
  method: 'DELETE',
  path: '/OptOuts',
  access: ['add', 'edit'],
  campus: 'query',
  summary: 'Removes an opt-out, so that the number gets messages again.',
  query: ofCampus.extend({ number: typedNumber, note: z.string().trim().max(300).default('') }),
  answer: null,
});
