/** The trail: who did what, when, from where, and which values changed. For administrators of the campus. */
import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';
import { largestPage } from '../limits.ts';
import { isDay } from '../time/dates.ts';
import { aboutKinds, actorKinds, historyKinds } from '../trail-kinds.ts';
import { failureWords } from '../words/failures.ts';

const change = z.object({ field: z.string(), label: z.string(), from: z.string(), to: z.string() });

const entry = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.enum(actorKinds),
  actorID: z.string(),
  /** The name of the actor at that time; empty for the program. */
  actorName: z.string(),
  /** The address of the request; null if there was none. */
  address: z.string().nullable(),
  /** What was done: a stable code, and its sentence. */
  code: z.string(),
  text: z.string(),
  kind: z.enum(aboutKinds),
  aboutID: z.string(),
  /** The name of the subject at that time. */
  aboutName: z.string(),
  groupID: z.number().nullable(),
  changes: z.array(change),
  /** Its position in the hash chain of the school; null until it is sealed, which takes seconds. */
  place: z.number().nullable(),
  seal: z.string().nullable(),
});
export type TrailEntry = z.infer<typeof entry>;

const page = {
  /** Entries before this id: the next page. */
  before: z.coerce.number().int().positive().optional(),
  take: z.coerce.number().int().min(1).max(largestPage).default(50),
};
/**
 * `next`: the `before` of the next page; null at the end. A page may have fewer entries than asked for and still have a
 * next one.
 */
const answer = z.object({ items: z.array(entry), next: z.number().nullable() });

const day = z.string().refine(isDay, { error: failureWords.wrongShape });
const narrowed = {
  search: z.string().trim().max(100).default(''),
  kind: z.enum(aboutKinds).optional(),
  /** Only changes by this user. */
  userID: z.string().min(1).max(100).optional(),
  /** The first and the last day, in the campus's time zone. */
  from: day.optional(),
  to: day.optional(),
};

export const listTrail = defineCall({
  method: 'GET',
  path: '/Trail',
  access: 'admin',
  campus: 'query',
  summary: 'Lists the audit log of the campus and its people, newest first.',
  query: ofCampus.extend({ ...narrowed, ...page }),
  answer,
});

export const exportTrail = defineCall({
  method: 'GET',
  path: '/Trail/Export',
  access: 'admin',
  campus: 'query',
  summary: 'Streams all entries of the audit log that match the filters, newest first.',
  query: ofCampus.extend(narrowed),
  answer: z.array(entry),
});

export const listHistory = defineCall({
  method: 'GET',
  path: '/Trail/History',
  access: 'admin',
  campus: 'query',
  summary:
    'Lists the history of one bill, billing, template or person, newest first. It is also available after deletion.',
  query: ofCampus.extend({ kind: z.enum(historyKinds), id: z.string().min(1).max(100), ...page }),
  answer,
});
