/** Receipts by message: a family gets one message for each payment. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus } from '../call.ts';
import { messageStates } from '../messages/message-states.ts';

const receiptMessages = z.object({
  /** The template that can be sent now; null if the receipt was already sent, must not be sent, or has no template. */
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
  summary:
    'Lists the receipt messages of a payment with their results, and whether a receipt can be sent now.',
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
    'Sends the family the receipt of a payment, with the template whose `sendOn` is `paid`. Repeated requests send it once, and the rule then does not send it again.',
  params: idInPath,
  query: ofCampus,
  answer: receiptMessages,
});
