/** One send, and what a person can do about its failures. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus, ofSchool } from '../call.ts';
import { failureKinds } from '../messages/failure-kinds.ts';
import { messageStates } from '../messages/message-states.ts';
import { broadcastProgress, changed, ids, message } from './outbox.ts';

export const getSend = defineCall({
  method: 'GET',
  path: '/Outbox/Runs/:id',
  access: 'outbox',
  campus: 'body',
  summary: 'Returns one broadcast with its progress.',
  params: idInPath,
  query: ofSchool,
  answer: broadcastProgress.extend({
    /** When its last message was handed over; null if no message was. */
    lastAt: z.string().nullable(),
    media: z.string(),
    /** Messages whose bills were all paid after the message; null if some may have been paid before it. */
    paidSince: z.number().nullable(),
  }),
});
export type Send = z.infer<typeof getSend.answer>;

const kind = z.enum(failureKinds);

export const countFailures = defineCall({
  method: 'GET',
  path: '/Outbox/ToMend',
  access: 'outbox',
  campus: 'query',
  summary:
    'Counts the failed and possibly sent messages of the last 30 days that wait for a person, by what the person can do, with a few names, and their send if it is only one.',
  query: ofCampus,
  answer: z.object({
    count: z.number(),
    kinds: z.array(
      z.object({
        kind,
        count: z.number(),
        names: z.array(z.string()),
        /** The send to which all these failures belong; null if there are several sends. */
        broadcastID: id.nullable(),
      }),
    ),
  }),
});
export type FailureCounts = z.infer<typeof countFailures.answer>;

const otherNumber = z.object({
  number: z.string(),
  /** Where the number is stored: the child and billing of a bill, or the roster. */
  name: z.string(),
  billing: z.string(),
});

const failureItem = message.extend({
  kind,
  /** The values of the first bill of the message. */
  regNum: z.string().nullable(),
  fatherName: z.string().nullable(),
  class: z.string().nullable(),
  section: z.string().nullable(),
  isLandline: z.boolean(),
  /** Whether all bills of the message are now settled, so it would not be sent again. */
  isPaid: z.boolean(),
  /** Whether the number of the bill was corrected after the message. */
  isCorrected: z.boolean(),
  /** The number that was most likely meant. */
  guess: otherNumber.nullable(),
  /** The other numbers of the family. */
  others: z.array(otherNumber),
});
export type FailureItem = z.infer<typeof failureItem>;

const fixed = z.object({
  id,
  name: z.string(),
  /** How it was solved: the message to the corrected number, or who told the family by phone. */
  instead: z.object({ number: z.string(), status: z.enum(messageStates), at: z.string() }).nullable(),
  contactedByPhone: z.object({ by: z.string(), at: z.string() }).nullable(),
});
export type FixedFailure = z.infer<typeof fixed>;

export const listSendFailures = defineCall({
  method: 'GET',
  path: '/Outbox/Runs/:id/ToMend',
  access: 'outbox',
  campus: 'body',
  summary:
    'Lists the failures of one send that need a person, and those that were solved: at most 500 of each, newest first. `again`: messages that are retried automatically.',
  params: idInPath,
  query: ofSchool,
  answer: z.object({
    count: z.number(),
    items: z.array(failureItem),
    fixed: z.array(fixed),
    again: z.object({ count: z.number(), at: z.string().nullable() }),
  }),
});

export const tellByPhone = defineCall({
  method: 'POST',
  path: '/Outbox/ToldByPhone',
  access: 'outbox',
  // API keys cannot make this call, because only a person can have spoken with the family.
  forKeys: false,
  campus: 'query',
  summary:
    'Marks failed messages as told by phone to their families, or removes this mark. The messages stay failed, but no longer wait for a person.',
  query: ofCampus,
  body: z.object({ ids, isContacted: z.boolean().default(true) }),
  answer: changed,
});
