/** Promises to pay: a family says by which day it will pay. Amounts in rupees, days as `2026-12-10`. */
import { z } from 'zod';
import { defineCall, id, ofCampus } from '../call.ts';
import { promiseStates } from '../money/promise-states.ts';
import { longestText } from '../text/cut-text.ts';
import { isDay } from '../time/dates.ts';
import { rupees } from './payments.ts';

const promise = z.object({
  id,
  day: z.string(),
  /** Null: the whole payable amount. */
  amount: z.number().nullable(),
  note: z.string(),
  /** `kept` and `unkept` are computed from the payments since the promise was noted. */
  state: z.enum(promiseStates),
  createdAt: z.string(),
  /** The name of the person who noted it; empty for the program. */
  by: z.string(),
  endedAt: z.string().nullable(),
});
export type PayPromise = z.infer<typeof promise>;

const typedNumber = z.string().trim().max(300);

export const notePromise = defineCall({
  method: 'POST',
  path: '/Families/Promises',
  access: 'edit',
  campus: 'query',
  summary:
    'Stores a promise: the family of this number will pay an amount, or all that is payable, by a day. Reminders to the family are held until that day has passed. It replaces an earlier open promise.',
  query: ofCampus,
  body: z.object({
    number: typedNumber.min(1),
    day: z.string().refine(isDay, 'Use a day such as 2026-12-10.'),
    amount: rupees.nullable().default(null),
    note: z.string().trim().max(longestText).default(''),
  }),
  answer: promise,
});

export const withdrawPromise = defineCall({
  method: 'POST',
  path: '/Families/Promises/Withdraw',
  access: 'edit',
  campus: 'query',
  summary:
    'Withdraws a promise, so that reminders to the family are sent again. A promise that has ended stays unchanged.',
  query: ofCampus,
  body: z.object({ promiseID: id }),
  answer: promise,
});

export const listPromises = defineCall({
  method: 'GET',
  path: '/Families/Promises',
  access: 'view',
  campus: 'query',
  summary: 'Lists the promises of the family of these numbers, the latest first, with their outcome.',
  query: ofCampus.extend({ numbers: typedNumber }),
  answer: z.object({ items: z.array(promise) }),
});
