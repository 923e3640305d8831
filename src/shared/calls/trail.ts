/** The trail: who did what, when, from where, and from what to what. For administrators of the campus. */
import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';
import { isDay } from '../dates.ts';
import { largestPage } from '../limits.ts';
import { aboutKinds, actorKinds, historyKinds } from '../trail-kinds.ts';
import { failureWords } from '../words/failures.ts';

const change = z.object({ field: z.string(), label: z.string(), from: z.string(), to: z.string() });

const entry = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.enum(actorKinds),
  actorID: z.string(),
  /** Who it was, as they were called then; empty of the program itself. */
  actorName: z.string(),
  /** From where; null where no request asked for it. */
  address: z.string().nullable(),
  /** What was done: a code that stays, and its sentence. */
  code: z.string(),
  text: z.string(),
  kind: z.enum(aboutKinds),
  aboutID: z.string(),
  /** What it was about, as it was called then. */
  aboutName: z.string(),
  groupID: z.number().nullable(),
  changes: z.array(change),
  /** Its place in the chain of the school; null for the seconds until it is sealed. */
  place: z.number().nullable(),
  seal: z.string().nullable(),
});
export type TrailEntry = z.infer<typeof entry>;

const page = {
  /** The entries before this id: the next page. */
  before: z.coerce.number().int().positive().optional(),
  take: z.coerce.number().int().min(1).max(largestPage).default(50),
};
/** `next`: what to ask for as `before`; null at the end. A page may hold fewer than asked for and still have a next one. */
const answer = z.object({ items: z.array(entry), next: z.number().nullable() });

const day = z.string().refine(isDay, { error: failureWords.wrongShape });
const narrowed = {
  search: z.string().trim().max(100).default(''),
  kind: z.enum(aboutKinds).optional(),
  /** What this user did. */
  userID: z.string().min(1).max(100).optional(),
  /** The first and the last day, by the clock of the campus. */
  from: day.optional(),
  to: day.optional(),
};

export const listTrail = defineCall({
  method: 'GET',
  path: '/Trail',
  access: 'admin',
  campus: 'query',
  summary: 'What was done in the campus and to its people, newest first.',
  query: ofCampus.extend({ ...narrowed, ...page }),
  answer,
});

export const exportTrail = defineCall({
  method: 'GET',
  path: '/Trail/Export',
  access: 'admin',
  campus: 'query',
  summary: 'All of the trail that the filters leave, newest first, in one list; streamed.',
  query: ofCampus.extend(narrowed),
  answer: z.array(entry),
});

export const listHistory = defineCall({
  method: 'GET',
  path: '/Trail/History',
  access: 'admin',
  campus: 'query',
  summary: 'What was done to one bill, billing, template or person, newest first; also where it is gone.',
  query: ofCampus.extend({ kind: z.enum(historyKinds), id: z.string().min(1).max(100), ...page }),
  answer,
});
