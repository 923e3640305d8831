/** The rules for when the bills of a campus are late. */
import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';
import { mostGraceDays } from '../limits.ts';

const dueRules = z.object({
  /** Days after the due date on which a bill is still payable without a late charge. */
  graceDays: z.number().int().min(0).max(mostGraceDays),
  /** 1: if the last day is a Sunday, the Monday after it counts too. */
  sundayDays: z.union([z.literal(0), z.literal(1)]),
});

export const changeDueRules = defineCall({
  method: 'PUT',
  path: '/DueRules',
  access: 'admin',
  campus: 'query',
  summary:
    'Sets how long after their due date the bills of the campus are still in time, and applies it to earlier payments. Returns how many bills changed their status.',
  query: ofCampus,
  body: dueRules,
  answer: z.object({ changed: z.number() }),
});
