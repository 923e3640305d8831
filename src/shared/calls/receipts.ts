/** Receipts by message: a family gets one message for each payment. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus } from '../call.ts';
import { messageStates } from '../message-states.ts';

const receiptMessages = z.object({
  /** The template that can be sent now; null if the receipt was sent, must not be sent, or there is no template. */
  template: z.object({ id, title: z.string(), lacksApproval: z.boolean() }).nullable(),
  messages: z.array(
    z.object({
      id,
      number: z.string(),
      status: z.enum(messageStates),
      reason: z.string().nullable(),
      reasonCode: z.string().nullable(),
    }),
  ),
});
export type ReceiptMessages = z.infer<typeof receiptMessages>;

export const showReceiptMessages = defineCall({
  method: 'GET',
  path: '/Payments/:id/Messages',
  access: 'view',
  campus: 'query',
  summary: 'What became of the messages that tell a family of a payment, and whether it can be told now.',
  params: idInPath,
  query: ofCampus,
  answer: receiptMessages,
});

export const sendReceipt = defineCall({
  method: 'POST',
  path: '/Payments/:id/Messages',
  access: ['add', 'edit'],
  campus: 'query',
  summary:
    'Tells the family of a payment that it was received, by the template whose `sendOn` is `paid`: once, however often it is asked for, and by the rule no more.',
  params: idInPath,
  query: ofCampus,
  answer: receiptMessages,
});
