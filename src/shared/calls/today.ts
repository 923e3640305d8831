/** Today: what needs a person. */
import { z } from 'zod';
import { defineCall, id, ofCampus } from '../call.ts';
import { month, year } from './bills.ts';
import { conversation } from './chat.ts';
import { countToMend } from './mending.ts';

const count = z.number();

/** A child with an open bill that nobody can be told of; in rupees what is payable for that bill. */
const numberless = z.object({
  billID: id,
  groupID: id,
  name: z.string(),
  regNum: z.string().nullable(),
  fatherName: z.string().nullable(),
  class: z.string().nullable(),
  section: z.string().nullable(),
  payable: z.number(),
});
export type Numberless = z.infer<typeof numberless>;

/** On this day so many open bills of a billing are due, or a bank takes them for the last time (`expiry`). */
const falling = z.object({
  day: z.string(),
  kind: z.enum(['due', 'expiry']),
  groupID: id,
  billing: z.string(),
  bills: count,
});
export type Falling = z.infer<typeof falling>;

/** A send: the name of its template, else null, and what it says. */
const sendName = { broadcastID: id, template: z.string().nullable(), text: z.string() };
const scheduled = z.object({ ...sendName, startAt: z.string(), messages: count });
export type ScheduledSend = z.infer<typeof scheduled>;
const sending = z.object({ ...sendName, paused: z.boolean(), done: count, total: count });
export type SendUnderWay = z.infer<typeof sending>;

/** What came in on a day less what went back on it, in rupees. */
const collectedDay = z.object({ day: z.string(), payments: count, amount: z.number() });
export type CollectedDay = z.infer<typeof collectedDay>;

export const today = defineCall({
  method: 'GET',
  path: '/Today',
  access: 'view',
  campus: 'query',
  summary:
    'What needs a person today: answers nobody has read, children with open bills and no number, what came in this week, bills falling due within two weeks and the month that is not uploaded yet, sends that are scheduled or under way, and the first steps of a school that begins.',
  query: ofCampus,
  answer: z.object({
    /** Conversations with something that nobody has looked at, and the latest of them. */
    unread: z.object({
      count,
      items: z.array(
        conversation.pick({
          number: true,
          name: true,
          fatherName: true,
          text: true,
          media: true,
          audio: true,
          at: true,
        }),
      ),
    }),
    /** Conversations that wait for an answer, those unread among them. */
    waiting: count,
    numberless: z.object({ count, items: z.array(numberless) }),
    /** Of the seven days from Monday, and of the week before in all, as the day book has it: without what a status said. */
    collected: z.object({ days: z.array(collectedDay), lastWeek: z.number() }),
    falling: z.array(falling),
    missing: z.object({ month, year, day: z.string() }).nullable(),
    /** Of the latest sends; null without the right to the outbox, as what is scheduled and under way is nothing then. */
    toMend: countToMend.answer.nullable(),
    scheduled: z.array(scheduled),
    sending: z.array(sending),
    /** While the school has hardly anything; null once it goes on by itself. */
    steps: z.object({ isConnected: z.boolean(), isUploaded: z.boolean(), isTested: z.boolean() }).nullable(),
  }),
});

export const listNumberless = defineCall({
  method: 'GET',
  path: '/Today/Numberless',
  access: 'view',
  campus: 'query',
  summary: 'The children with open bills and no number, the latest bill first.',
  query: ofCampus.extend({
    /** From behind the bill with this id. */
    after: z.coerce.number().int().nonnegative().default(0),
    take: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({ items: z.array(numberless), next: z.number().nullable() }),
});
