import { z } from 'zod';
import { sendAudiences } from '../bill-status.ts';
import { defineCall, id, idInPath, ofCampus, ofSchool } from '../call.ts';
import { largestPage } from '../limits.ts';
import { messageStates } from '../message-states.ts';
import { failureWords } from '../words/failures.ts';

export const message = z.object({
  id,
  broadcastID: id,
  groupID: id.nullable(),
  billID: id.nullable(),
  number: z.string(),
  name: z.string(),
  text: z.string(),
  media: z.string(),
  status: z.enum(messageStates),
  /** Why it failed, was skipped, waits or is unknown: a sentence to show, and its code to compare. */
  reason: z.string().nullable(),
  reasonCode: z.string().nullable(),
  attempts: z.number(),
  /** While the message waits: the earliest instant at which it is sent. */
  dueAt: z.string().nullable(),
  /** The message may have been sent, and a person has decided not to send it again. */
  isDecided: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Message = z.infer<typeof message>;

const count = z.number();
export const counts = z.object({
  pending: count,
  sending: count,
  accepted: count,
  sent: count,
  delivered: count,
  read: count,
  failed: count,
  unknown: count,
  cancelled: count,
  skipped: count,
});

export const broadcastProgress = z.object({
  broadcastID: id,
  /** The billings it is about; empty if it went to plain numbers or classes. */
  groupIDs: z.array(id),
  text: z.string(),
  /** The name of its template at that time; null if it has a text of its own. */
  template: z.string().nullable(),
  /** Which bills of the billings it was for, and the class names if it was for classes. */
  audience: z.enum(sendAudiences),
  classes: z.array(z.string()).nullable(),
  /** Each number gets it once, so its messages count families. */
  isPerFamily: z.boolean(),
  createdAt: z.string(),
  by: z.string(),
  paused: z.boolean(),
  /** When a scheduled broadcast is to start, and when it did; both null if it started at once. */
  startAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  /** Why it paused automatically, started late, or waited because of a wrong clock: a sentence, and its code. */
  notice: z.string().nullable(),
  noticeCode: z.string().nullable(),
  total: z.number(),
  counts,
  /** Failures that nobody has told by phone, and messages that may have been sent and wait for a decision. */
  toMend: count,
});
export type BroadcastProgress = z.infer<typeof broadcastProgress>;

/** `gone`: handed over, whatever happened later; `arrived`: delivered, read or not; `paidSince`: see `getSend`. */
export const outboxFilters = [
  'all',
  'pending',
  ...messageStates.filter((state) => state !== 'queued'),
  'gone',
  'arrived',
  'paidSince',
] as const;
export type OutboxFilter = (typeof outboxFilters)[number];

/**
 * Why nothing is sent: the database is a copy. It was restored from a backup, or is in another place than the one that
 * last sent.
 */
export const copyState = z.object({
  /** When the backup was made, or when the other place was noticed. */
  at: z.string(),
  why: z.enum(['backup', 'place']),
  /** Messages that were waiting in the copy. The original may have sent them since. */
  waiting: z.number(),
});
export type CopyState = z.infer<typeof copyState>;

export const copyDecisions = ['takeBack', 'send'] as const;
export type CopyDecision = (typeof copyDecisions)[number];

export const countOutbox = defineCall({
  method: 'GET',
  path: '/Outbox/Count',
  access: 'view',
  campus: 'query',
  summary: 'How many messages are not yet handed to the provider.',
  query: ofCampus,
  answer: z.object({
    pending: z.number(),
    /** Messages that may have been sent and wait for a decision. */
    undecided: z.number(),
    /** A problem that needs a person, as a sentence. */
    alert: z.string().nullable(),
    copy: copyState.nullable(),
  }),
});

export const countWaiting = defineCall({
  method: 'GET',
  path: '/Outbox/Waiting',
  access: 'view',
  campus: 'query',
  summary:
    'How many messages wait about a billing (`groupID`) or a bill (`billID`) and nothing else: they are skipped when it is removed.',
  query: ofCampus.extend({
    groupID: z.coerce.number().int().positive().optional(),
    billID: z.coerce.number().int().positive().optional(),
  }),
  answer: z.object({ messages: z.number() }),
});

export const narrowed = {
  status: z.enum(outboxFilters).default('all'),
  broadcastID: z.coerce.number().int().positive().optional(),
  /** Only messages about the bills of this billing. */
  groupID: z.coerce.number().int().positive().optional(),
  search: z.string().trim().max(100).default(''),
};

export const exportOutbox = defineCall({
  method: 'GET',
  path: '/Outbox/Export',
  access: 'view',
  campus: 'query',
  summary:
    'Every message that the filters leave, newest first, in one list; streamed. Without the right outbox only with `groupID`.',
  query: ofCampus.extend(narrowed),
  answer: z.array(message.extend({ billIDs: z.array(id) })),
});

export const listOutbox = defineCall({
  method: 'GET',
  path: '/Outbox',
  access: 'outbox',
  campus: 'query',
  summary: 'Messages with their states, newest first.',
  query: ofCampus.extend({
    ...narrowed,
    after: z.coerce.number().int().nonnegative().default(0),
    /** Skips so many at the beginning, for a page in the middle. Used instead of `after`. */
    from: z.coerce.number().int().nonnegative().default(0),
    take: z.coerce.number().int().min(1).max(largestPage).default(50),
  }),
  answer: z.object({ items: z.array(message), next: z.number().nullable(), count: z.number(), counts }),
});

export const getMessage = defineCall({
  method: 'GET',
  path: '/Outbox/:id',
  access: 'outbox',
  campus: 'body',
  summary: 'One message with its state.',
  params: idInPath,
  query: ofSchool,
  answer: message,
});

export const listMessagesOfBill = defineCall({
  method: 'GET',
  path: '/GroupContacts/:id/Messages',
  access: 'view',
  campus: 'body',
  summary: 'The latest messages that speak of this member’s bill, newest first.',
  params: idInPath,
  query: ofSchool,
  answer: z.array(message),
});

/**
 * `sends`: sends of a person to many; `waiting`: everything that is not finished; `toMend`: failures of the last 30
 * days.
 */
export const sendFilters = ['everything', 'sends', 'waiting', 'through', 'toMend'] as const;
export type SendFilter = (typeof sendFilters)[number];

export const listBroadcasts = defineCall({
  method: 'GET',
  path: '/Outbox/Runs',
  access: 'view',
  campus: 'query',
  summary:
    'Broadcasts with their progress, newest first; the next page begins `after` the last id of this one. Without the right outbox only with `groupID`.',
  query: ofCampus.extend({
    which: z.enum(sendFilters).default('everything'),
    groupID: z.coerce.number().int().positive().optional(),
    /** Searches their names and texts, the names of their billings, and of their senders. */
    search: z.string().trim().max(100).default(''),
    after: z.coerce.number().int().nonnegative().default(0),
    take: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.array(broadcastProgress),
});

export const ids = z.array(id).max(10_000);
const chosen = z.object({ broadcastID: id.optional(), ids: ids.optional() });
/** `all` must be given explicitly. A program that forgets the broadcast id must not stop or send everything. */
const all = z.boolean().optional();
export const changed = z.object({ changed: z.number() });

/** Why some messages were not sent again: a sentence, and its code. */
const leftOut = z.object({ reason: z.string(), reasonCode: z.string(), count });
export type LeftOut = z.infer<typeof leftOut>;

export const pauseOutbox = defineCall({
  method: 'POST',
  path: '/Outbox/Pause',
  access: 'outbox',
  campus: 'query',
  summary:
    'Stops a broadcast before its next message; without `broadcastID` every broadcast of the campus, for which an API key must say `all`.',
  query: ofCampus,
  body: chosen.omit({ ids: true }).extend({ all }),
  answer: changed,
});

export const resumeOutbox = defineCall({
  method: 'POST',
  path: '/Outbox/Resume',
  access: 'outbox',
  campus: 'query',
  summary:
    'Lets a paused broadcast go on; without `broadcastID` every paused broadcast of the campus, for which an API key must say `all`.',
  query: ofCampus,
  body: chosen.omit({ ids: true }).extend({ all }),
  answer: changed,
});

export const retryOutbox = defineCall({
  method: 'POST',
  path: '/Outbox/Retry',
  access: 'outbox',
  campus: 'query',
  summary:
    'Queues failed messages again, with `reasonCode` those that failed so, as `Outbox/Failures` names it; those whose outcome is unknown only when named in `ids`. A bill whose number was corrected since is told there. Without `ids` and `reasonCode` nobody who is not on WhatsApp. An API key that names nothing must say `all`.',
  query: ofCampus,
  body: chosen.extend({
    all,
    /** Empty: messages without a known reason. */
    reasonCode: z
      .string()
      .regex(/^[A-Za-z]{0,60}$/)
      .optional(),
    /**
     * The old name of the field, when it held a sentence. It is refused, so that an old client does not send everything
     * again.
     */
    reason: z.never(failureWords.reasonIsCode).optional(),
    /** Skips numbers that are not on WhatsApp. This is the default without `ids` and `reasonCode`. */
    reachableOnly: z.boolean().optional(),
  }),
  answer: changed.extend({ leftOut: z.array(leftOut) }),
});

/** `at` is needed for `Outbox/Restore`, which undoes this. */
const takenBack = { at: z.string() };

export const cancelOutbox = defineCall({
  method: 'POST',
  path: '/Outbox/Cancel',
  access: 'outbox',
  campus: 'query',
  summary: 'Cancels what still waits of a broadcast, or single waiting messages.',
  query: ofCampus,
  body: chosen.refine(
    ({ broadcastID, ids }) => broadcastID !== undefined || ids !== undefined,
    'Say which broadcast or which messages.',
  ),
  /** `sent`: how many messages of the broadcast had been handed over before. */
  answer: changed.extend({ ...takenBack, sent: z.number() }),
});

export const clearOutbox = defineCall({
  method: 'POST',
  path: '/Chat/ClearOutBox',
  access: 'outbox',
  campus: 'query',
  summary: 'Cancels every message still waiting in the outbox; an API key must say `all`.',
  query: ofCampus,
  body: z.object({ all }),
  answer: z.object({ cleared: z.number(), ...takenBack }),
});

export const listCancelled = defineCall({
  method: 'GET',
  path: '/Outbox/Cancelled',
  access: 'outbox',
  campus: 'query',
  summary: 'What was cancelled or cleared within the last ten minutes and can be put back, the latest first.',
  query: ofCampus,
  /** `left`: milliseconds in which it can still be restored. */
  answer: z.array(z.object({ ...takenBack, count, left: z.number() })),
});

export const restoreOutbox = defineCall({
  method: 'POST',
  path: '/Outbox/Restore',
  access: 'outbox',
  campus: 'query',
  summary: 'Puts back what was cancelled or cleared at this instant, not more than ten minutes ago.',
  query: ofCampus,
  body: z.object({ at: z.iso.datetime() }),
  answer: changed,
});

export const listHeldRuns = defineCall({
  method: 'GET',
  path: '/Outbox/Copy',
  access: 'view',
  campus: 'query',
  summary:
    'In a copy of the store, the broadcasts of which something waited when it was copied, newest first.',
  query: ofCampus,
  answer: z.array(
    z.object({ broadcastID: z.number(), text: z.string(), createdAt: z.string(), waiting: z.number() }),
  ),
});
export type HeldRun = z.infer<typeof listHeldRuns.answer>[number];

export const decideCopy = defineCall({
  method: 'POST',
  path: '/Outbox/DecideCopy',
  access: 'outbox',
  // Only a person knows where the other copy is.
  forKeys: false,
  campus: 'query',
  summary:
    'Lets a copy of the store send: what waited in it is taken back, since it was sent meanwhile, or sent; `runs` are those of which something else holds than of all others.',
  query: ofCampus,
  body: z.object({
    waiting: z.enum(copyDecisions),
    runs: z
      .array(z.object({ broadcastID: id, waiting: z.enum(copyDecisions) }))
      .max(1000)
      .default([]),
  }),
  /** `at` is needed for `Outbox/Restore`, which undoes this; null if nothing was cancelled. */
  answer: changed.extend({ at: z.string().nullable() }),
});
