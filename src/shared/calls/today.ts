/** Today: the things in a campus that need a person's attention. */
import { z } from 'zod';
import { defineCall, id, ofCampus } from '../call.ts';
import { month, year } from './bills.ts';
import { conversation } from './chat.ts';
import { countFailures } from './send-failures.ts';

const count = z.number();

/** A child with an open bill and no number; its payable amount in rupees. */
const numberless = z.object({
  billID: id,
  groupID: id,
  name: z.string(),
  regNum: z.string().nullable(),
  fatherName: z.string().nullable(),
  class: z.string().nullable(),
  section: z.string().nullable(),
  payable: z.number(),
  /**
   * The number of another child whose father has the same name, and the name of that child. An equal name may be another
   * family, so a person must confirm it. Only in the list of all children without a number.
   */
  proposed: z.object({ number: z.string(), name: z.string() }).optional(),
});
export type Numberless = z.infer<typeof numberless>;

/**
 * A promise to pay whose day has passed. `billID` opens the family's page; `payable`: the amount that the family owes
 * now, in rupees.
 */
const unkeptPromise = z.object({
  promiseID: id,
  number: z.string(),
  billID: id.nullable(),
  /** The father or a child; empty if no name is known. */
  name: z.string(),
  day: z.string(),
  payable: z.number(),
});
export type UnkeptPromise = z.infer<typeof unkeptPromise>;

/** How many open bills of a billing are due on this day, or are accepted by banks for the last time (`expiry`). */
const falling = z.object({
  day: z.string(),
  kind: z.enum(['due', 'expiry']),
  groupID: id,
  billing: z.string(),
  bills: count,
});
export type Falling = z.infer<typeof falling>;

/** A send: the name of its template, or null, and its text. */
const sendName = { broadcastID: id, template: z.string().nullable(), text: z.string() };
const scheduled = z.object({ ...sendName, startAt: z.string(), messages: count });
const sending = z.object({ ...sendName, paused: z.boolean(), done: count, total: count });

/** Received minus returned on a day, in rupees. */
const collectedDay = z.object({ day: z.string(), payments: count, amount: z.number() });
export type CollectedDay = z.infer<typeof collectedDay>;

export const today = defineCall({
  method: 'GET',
  path: '/Today',
  access: 'view',
  campus: 'query',
  summary:
    'Returns what needs a person today: chats to answer, children with open bills and no number, broken promises to pay, this week’s payments, bills that are due within two weeks, a month that is not uploaded yet, scheduled and running sends, and the first steps of a new school.',
  query: ofCampus,
  answer: z.object({
    /** The number of conversations that wait for an answer, and the latest of them. */
    toAnswer: z.object({
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
    numberless: z.object({ count, items: z.array(numberless) }),
    /** Promises of the last month, the latest day first: their number, and the first of them. */
    unkept: z.object({ count, items: z.array(unkeptPromise) }),
    /**
     * The seven days from Monday, and the sum of the week before, as in the day book: without bills that were only
     * marked as paid.
     */
    collected: z.object({ days: z.array(collectedDay), lastWeek: z.number() }),
    falling: z.array(falling),
    missing: z.object({ month, year, day: z.string() }).nullable(),
    /**
     * Failures of the latest sends; null without the right `outbox`. Without it, scheduled and running sends are also
     * empty.
     */
    failures: countFailures.answer.nullable(),
    scheduled: z.array(scheduled),
    sending: z.array(sending),
    /** The first steps of a nearly empty school; null once it no longer needs them. */
    steps: z.object({ isConnected: z.boolean(), isUploaded: z.boolean(), isTested: z.boolean() }).nullable(),
  }),
});

export const listNumberless = defineCall({
  method: 'GET',
  path: '/Today/Numberless',
  access: 'view',
  campus: 'query',
  summary: 'Lists the children with open bills and no number, the latest bill first.',
  query: ofCampus.extend({
    /** Only bills after the one with this id. */
    after: z.coerce.number().int().nonnegative().default(0),
    take: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({ items: z.array(numberless), next: z.number().nullable() }),
});
