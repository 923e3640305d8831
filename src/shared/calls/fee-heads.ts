/** The heads of fees and their classes. Arrears count only once, and a payment is spread over the other heads. */
import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';
import { feeHeadClasses, plainFeeHead } from '../money/fee-head-class.ts';
import { longestText } from '../text/cut-text.ts';

const feeHead = z.object({
  name: z.string(),
  class: z.enum(feeHeadClasses),
  /** The class by its name alone. */
  byName: z.enum(feeHeadClasses),
});
export type FeeHead = z.infer<typeof feeHead>;

export const listFeeHeads = defineCall({
  method: 'GET',
  path: '/FeeHeads',
  access: 'view',
  campus: 'query',
  summary:
    'Lists the fee heads of the latest billings, each with its class, which follows from its name or was set by a person.',
  query: ofCampus,
  answer: z.object({ heads: z.array(feeHead) }),
});

export const sayFeeHead = defineCall({
  method: 'PUT',
  path: '/FeeHeads',
  access: 'edit',
  campus: 'query',
  summary: 'Sets the class of a fee head, in any spelling, for future imports and reports.',
  query: ofCampus,
  body: z.object({
    name: z
      .string()
      .trim()
      .max(longestText)
      .refine((name) => plainFeeHead(name) !== '', 'Give the name of a head.'),
    class: z.enum(feeHeadClasses),
  }),
  answer: feeHead,
});
