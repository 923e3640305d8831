/** The tries of a message, why messages failed, and what a person decides about messages that may have been sent. */
import { z } from 'zod';
import { defineCall, idInPath, ofCampus, ofSchool } from '../call.ts';
import { attemptOutcomes, receiptStates } from '../messages/message-states.ts';
import { changed, ids, narrowed } from './outbox.ts';

export const leaveOutbox = defineCall({
  method: 'POST',
  path: '/Outbox/Leave',
  access: 'outbox',
  campus: 'query',
  summary:
    'Decides not to send these messages again. They may have been sent, and no longer wait for a decision.',
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
  summary:
    'Counts the failed messages of one broadcast or of all by their reason, the most frequent first, without those that were told by phone.',
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
  summary: 'Lists every try of a message with its result.',
  params: idInPath,
  query: ofSchool,
  answer: z.array(attempt),
});
