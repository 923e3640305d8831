import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus, ofSchool } from '../call.ts';
import { largestPage } from '../limits.ts';
import { messageStates } from '../messages/message-states.ts';
import { sendAudiences } from '../money/bill-status.ts';
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
const counts = z.object({
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
  /** The billings of the send; empty if it was to plain numbers or classes. */
  groupIDs: z.array(id),
  text: z.string(),
  /** The name of its template at that time; null if it was written without a template. */
  template: z.string().nullable(),
  /** The kind of bills to which it was sent, and the class names if it was sent to classes. */
  audience: z.enum(sendAudiences),
  classes: z.array(z.string()).nullable(),
  /** Whether each number gets the text once, so that one message means one family. */
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
  /**
   * Failed messages whose families were not told by phone, and messages that may have been sent and wait for a
   * decision.
   */
  failures: count,
});
export type BroadcastProgress = z.infer<typeof broadcastProgress>;

/** `gone`: handed over, whatever happened later; `arrived`: delivered, read or not; `paidSince`: see `getSend`. */
const outboxFilters = [
  'all',
  'pending',
  ...messageStates.filter((state) => state !== 'queued'),
  'gone',
  'arrived',
  'paidSince',
] as const;
export type OutboxFilter = (typeof outboxFilters)[number];

/**
 * Why nothing is sent: the database is a copy. It was restored from a backup, or it is in another place than the
 * database that last sent.
 */
const copyState = z.object({
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
  summary: 'Counts the messages that are not yet handed to the provider.',
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
    'Counts the waiting messages that would be skipped if a billing (`groupID`) or a bill (`billID`) were deleted now, because they are about no other bill.',
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
    'Streams all messages that match the filters, newest first. Without the right outbox only with `groupID`.',
  query: ofCampus.extend(narrowed),
  answer: z.array(message.extend({ billIDs: z.array(id) })),
});

export const listOutbox = defineCall({
  method: 'GET',
  path: '/Outbox',
  access: 'outbox',
  campus: 'query',
  summary: 'Lists messages with their states, newest first.',
  query: ofCampus.extend({
    ...narrowed,
    after: z.coerce.number().int().nonnegative().default(0),
    /** Skips this number of messages at the beginning, for a page in the middle. Used instead of `after`. */
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
  summary: 'Returns one message with its state.',
  params: idInPath,
  query: ofSchool,
  answer: message,
});

export const listMessagesOfBill = defineCall({
  method: 'GET',
  path: '/GroupContacts/:id/Messages',
  access: 'view',
  campus: 'body',
  summary: 'Lists the latest messages about this bill, newest first.',
  params: idInPath,
  query: ofSchool,
  answer: z.array(message),
});

/**
 * `sends`: sends of a person to many; `waiting`: everything that is not finished; `failures`: failures of the last 30
 * days.
 */
const sendFilters = ['everything', 'sends', 'waiting', 'through', 'failures'] as const;
export type SendFilter = (typeof sendFilters)[number];

export const listBroadcasts = defineCall({
  method: 'GET',
  path: '/Outbox/Runs',
  access: 'view',
  campus: 'query',
  summary:
    'Lists broadcasts with their progress, newest first. For the next page, give the last id as `after`. Without the right outbox only with `groupID`.',
  query: ofCampus.extend({
    which: z.enum(sendFilters).default('everything'),
    groupID: z.coerce.number().int().positive().optional(),
    /** Searches the names and texts of sends, the names of their billings, and of the people who sent them. */
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
    'Pauses a broadcast before its next message. Without `broadcastID` it pauses every broadcast of the campus; an API key must then send `all`.',
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
    'Resumes a paused broadcast. Without `broadcastID` it resumes every paused broadcast of the campus; an API key must then send `all`.',
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
    'Queues failed messages again. With `reasonCode`, only those that failed for this reason; `Outbox/Failures` lists the codes. A message whose outcome is unknown is queued only if `ids` contains it. If the number of a bill was corrected since, the message goes to the corrected number. Without `ids` and `reasonCode`, a number that is not on WhatsApp is left out, unless it was corrected. An API key that sends no `broadcastID`, `ids` or `reasonCode` must send `all`.',
  query: ofCampus,
  body: chosen.extend({
    all,
    /** An empty text selects messages without a known reason. */
    reasonCode: z
      .string()
      .regex(/^[A-Za-z]{0,60}$/)
      .optional(),
    /**
     * The old name of the field, when it held a sentence. It is refused, so that an old client does not send everything
     * again.
     */
    reason: z.never(failureWords.reasonIsCode).optional(),
    /**
     * Skips failures that would happen again, such as numbers that are not on WhatsApp. This is the default without
     * `ids` and `reasonCode`.
     */
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
  summary: 'Cancels the waiting messages of a broadcast, or single waiting messages.',
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
  summary: 'Cancels every waiting message of the outbox. An API key must send `all`.',
  query: ofCampus,
  body: z.object({ all }),
  answer: z.object({ cleared: z.number(), ...takenBack }),
});

export const listCancelled = defineCall({
  method: 'GET',
  path: '/Outbox/Cancelled',
  access: 'outbox',
  campus: 'query',
  summary:
    'Lists what was cancelled or cleared within the last ten minutes and can be restored, the latest first.',
  query: ofCampus,
  /** `left`: milliseconds in which it can still be restored. */
  answer: z.array(z.object({ ...takenBack, count, left: z.number() })),
});

export const restoreOutbox = defineCall({
  method: 'POST',
  path: '/Outbox/Restore',
  access: 'outbox',
  campus: 'query',
  summary: 'Restores what was cancelled or cleared at this instant, at most ten minutes ago.',
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
    'Lists the broadcasts that had waiting messages when a copy of the store was made, newest first. The list is empty if the store is no copy.',
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
  // API keys cannot make this call, because only a person knows where the other copy is.
  forKeys: false,
  campus: 'query',
  summary:
    'Allows a copy of the store to send. `waiting` decides whether the messages that waited when the copy was made are cancelled, because the original may have sent them since, or sent. `runs` lists the broadcasts with a decision of their own.',
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
