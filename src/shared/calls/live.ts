import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';
import { longestAgo } from '../limits.ts';

/** A live event says what changed. The page then loads that data again. */
export const liveEvent = z.discriminatedUnion('what', [
  z.object({ what: z.literal('groups') }),
  z.object({ what: z.literal('bills'), groupID: z.number() }),
  /** A payment was received, returned or voided. */
  z.object({ what: z.literal('payments') }),
  z.object({ what: z.literal('outbox'), broadcastID: z.number().optional() }),
  z.object({ what: z.literal('chat'), number: z.string() }),
  /** A number wrote, or its messages were read or answered. */
  z.object({ what: z.literal('inbound'), number: z.string() }),
  z.object({ what: z.literal('sender') }),
  z.object({ what: z.literal('imports') }),
  z.object({ what: z.literal('students') }),
  z.object({ what: z.literal('templates') }),
  /** The reminder rules, or the reminders that were sent. */
  z.object({ what: z.literal('reminders') }),
  /** The people of the campus, or their rights. */
  z.object({ what: z.literal('people') }),
  /** The API keys. */
  z.object({ what: z.literal('keys') }),
  /**
   * The session data are out of date: those of this user, or of everybody in the campus. The session may have ended.
   */
  z.object({ what: z.literal('session'), userID: z.string().optional() }),
  /** Some events may have been missed. */
  z.object({ what: z.literal('everything') }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

export const live = defineCall({
  method: 'GET',
  path: '/Live',
  access: 'view',
  campus: 'query',
  summary: 'Streams the changes in the campus as server-sent events.',
  /**
   * `ago`: milliseconds. The stream first replays the events of this time, because a page reads its data before the
   * stream is open.
   */
  query: ofCampus.extend({ ago: z.coerce.number().int().min(0).max(longestAgo).default(0) }),
  answer: z.string(),
});
