/** What an owner checks in a month. Amounts in rupees, months as `2026-11`. */
import { z } from 'zod';
import { defineCall, id, ofCampus } from '../call.ts';
import { exceptionKinds } from '../money/exceptions.ts';
import { aboutKinds } from '../trail-kinds.ts';

const mostSeenAtOnce = 1000;
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Use a month such as 2026-11.');

const exception = z.object({
  /** The id of its entry in the audit log. */
  id,
  kind: z.enum(exceptionKinds),
  at: z.string(),
  /** The day in the time zone of the campus. */
  day: z.string(),
  /** The id and name of the person or key; both empty for the program. */
  byID: z.string(),
  by: z.string(),
  /** Null if no amount belongs to it. Below 0 if cash was missing. */
  amount: z.number().nullable(),
  /** For acts on many bills or papers at once. */
  count: z.number(),
  text: z.string(),
  about: z.object({ kind: z.enum(aboutKinds), id: z.string(), name: z.string() }),
  /** Who marked it as seen. */
  seenBy: z.string().nullable(),
});
export type Exception = z.infer<typeof exception>;

export const listExceptions = defineCall({
  method: 'GET',
  path: '/Exceptions',
  access: 'admin',
  campus: 'query',
  summary:
    'Lists what an owner checks in a month: voids, returns, waivers, lowered bills, cash entered for an earlier day, papers printed again, differences of counted cash, moved credit, bills deleted with money, and doubtful payments. `usual` is the mean of each kind in the six months before. If there are more than the answer holds, `isCut` is true.',
  query: ofCampus.extend({ month }),
  answer: z.object({
    items: z.array(exception),
    usual: z.record(z.enum(exceptionKinds), z.number()),
    isCut: z.boolean(),
  }),
});
export type Exceptions = z.infer<typeof listExceptions.answer>;

export const seeExceptions = defineCall({
  method: 'POST',
  path: '/Exceptions/Seen',
  access: 'admin',
  campus: 'query',
  summary: 'Marks exceptions as seen by the caller. Returns how many were not seen before.',
  query: ofCampus,
  body: z.object({ ids: z.array(id).min(1).max(mostSeenAtOnce) }),
  answer: z.object({ changed: z.number() }),
});
