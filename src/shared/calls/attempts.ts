/** The tries of a message, why messages failed, and what a person decides about messages that may have been sent. */
import { z } from 'zod';
import { defineCall, idInPath, ofCampus, ofSchool } from '../call.ts';
import { attemptOutcomes, receiptStates } from '../message-states.ts';
import { changed, ids, narrowed } from './outbox.ts';

export const leaveOutbox = defineCall({
  method: 'POST',
  path: '/Outbox/Leave',
  access: 'outbox',
  campus: 'query',
  summary: 'Leaves messages that may have been sent as they are: they wait for nobody any more.',
  query: ofCampus,
  body: z.object({ ids }),
  answer: changed,
});

/** `reason`: the sentence. If messages of one code have different details, it contains only what is common. */
const failureCount = z.object({ reason: z.string(), reasonCode: z.string(), count: z.number() });
export type FailureCount = z.infer<typeof failureCount>;

export const listFailures = defineCall({
  method: 'GET',
  path: '/Outbox/Failures',
  access: 'outbox',
  campus: 'query',
  summary: 'Why messages failed, by code, of one broadcast or of all, the commonest reason first.',
  query: ofCampus.extend({ broadcastID: narrowed.broadcastID }),
  answer: z.array(failureCount),
});

const attempt = z.object({
  attempt: z.number(),
  startedAt: z.string(),
  /** Null while the message is being handed over. */
  endedAt: z.string().nullable(),
  outcome: z.enum(attemptOutcomes).nullable(),
  /** The provider's own error code. */
  code: z.string().nullable(),
  reason: z.string().nullable(),
  reasonCode: z.string().nullable(),
  /** What the provider reported later about this try. */
  receipts: z.array(
    z.object({
      status: z.enum(receiptStates),
      at: z.string(),
      reason: z.string().nullable(),
      reasonCode: z.string().nullable(),
    }),
  ),
});
export type Attempt = z.infer<typeof attempt>;

export const listAttempts = defineCall({
  method: 'GET',
  path: '/Outbox/:id/Attempts',
  access: 'view',
  campus: 'body',
  summary: 'Every try of a message, with what came of it.',
  params: idInPath,
  query: ofSchool,
  answer: z.array(attempt),
});
