/** The day until which the books of a campus are closed. */
import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';
import { longestText } from '../text/cut-text.ts';
import { moneyDay } from './money-day.ts';

export const closeBooks = defineCall({
  method: 'PUT',
  path: '/ClosedBooks',
  access: 'admin',
  campus: 'query',
  summary:
    'Closes the books of the campus until this day, or opens days again with an earlier day or null. Nothing dated on a closed day is added or changed. A void or a return of something on a closed day counts on the day on which it is made.',
  query: ofCampus,
  body: z.object({
    closedUntil: moneyDay.nullable(),
    reason: z.string().trim().min(1, 'Say why.').max(longestText),
  }),
  answer: z.object({ closedUntil: z.string().nullable(), reason: z.string() }),
});
