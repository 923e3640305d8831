import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';
import { longestAgo } from '../limits.ts';

/** An event says what changed, and the page asks again. */
export const liveEvent = z.discriminatedUnion('what', [
  z.object({ what: z.literal('groups') }),
  z.object({ what: z.literal('bills'), groupID: z.number() }),
  /** Money came in or went back, or a payment is void. */
  z.object({ what: z.literal('payments') }),
  z.object({ what: z.literal('outbox'), broadcastID: z.number().optional() }),
  z.object({ what: z.literal('chat'), number: z.string() }),
  /** A number wrote, or what it wrote was looked at or answered. */
  z.object({ what: z.literal('inbound'), number: z.string() }),
  z.object({ what: z.literal('sender') }),
  z.object({ what: z.literal('imports') }),
  z.object({ what: z.literal('students') }),
  z.object({ what: z.literal('templates') }),
  /** Which templates go by themselves, or whom they reminded. */
  z.object({ what: z.literal('reminders') }),
  /** Who is in the campus, or what they may do there. */
  z.object({ what: z.literal('people') }),
  /** Which API keys there are. */
  z.object({ what: z.literal('keys') }),
  /** What a session says is out of date: that of this user, or of everybody in the campus. It may be over. */
  z.object({ what: z.literal('session'), userID: z.string().optional() }),
  /** Some changes may not have been heard of. */
  z.object({ what: z.literal('everything') }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

export const live = defineCall({
  method: 'GET',
  path: '/Live',
  access: 'view',
  campus: 'query',
  summary: 'Server-sent events: what changed in the campus.',
  /** `ago`: what was told in the last so many milliseconds comes first, since a page asks before it can hear. */
  query: ofCampus.extend({ ago: z.coerce.number().int().min(0).max(longestAgo).default(0) }),
  answer: z.string(),
});
