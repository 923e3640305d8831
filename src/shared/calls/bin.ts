/** The bin: deleted billings, members and templates that can still be restored. */
import { z } from 'zod';
import { defineCall, id, ofCampus } from '../call.ts';
import { largestPage } from '../limits.ts';

const binKinds = ['group', 'bill', 'template'] as const;
export type BinKind = (typeof binKinds)[number];

const binned = z.object({
  kind: z.enum(binKinds),
  /** The id of the deleted item. It keeps this id when it is restored. */
  id,
  name: z.string(),
  /** For a bill: the name of its billing; null if the billing is permanently deleted. */
  billing: z.string().nullable(),
  /** For a billing: how many bills were deleted with it. */
  bills: z.number(),
  /** Who deleted it and when, and until when it can be restored. */
  by: z.string(),
  at: z.string(),
  until: z.string(),
});
export type Binned = z.infer<typeof binned>;

export const listBin = defineCall({
  method: 'GET',
  path: '/Bin',
  access: 'delete',
  campus: 'query',
  summary: 'Lists what was deleted in the last 30 days and can be restored, the latest first.',
  query: ofCampus.extend({
    after: z.coerce.number().int().nonnegative().default(0),
    take: z.coerce.number().int().min(1).max(largestPage).default(50),
  }),
  answer: z.object({ items: z.array(binned), next: z.number().nullable() }),
});

export const restoreBinned = defineCall({
  method: 'POST',
  path: '/Bin/Restore',
  access: 'delete',
  campus: 'query',
  summary:
    'Restores a billing with its bills, a bill or a template unchanged and with its old id. It sends nothing. Refused if the item would exist twice or its billing is missing; the path of the issue says why: `billingInBin`, `billingGone`, `sameBill` or `importUndone`.',
  query: ofCampus,
  body: z.strictObject({ kind: z.enum(binKinds), id }),
  answer: null,
});
