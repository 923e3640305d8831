/**
 * Vouchers and receipts on paper: how they look, printing them into one file, and their settings. Amounts in rupees.
 */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus } from '../call.ts';
import { largestAmount } from '../money/money.ts';
import {
  fewestCopies,
  longestRenewal,
  longestTerms,
  mostCopies,
  mostVouchers,
  paperLanguages,
  receiptSizes,
  voucherCopies,
  voucherOrders,
} from '../money/voucher-settings.ts';
import { longestText } from '../text/cut-text.ts';
import { isDay } from '../time/dates.ts';
import { numberings } from './money-accounts.ts';

/** The client's id of a click, an idempotency key. */
const clientID = z.string().min(1).max(100);
const fine = z
  .number()
  .min(0)
  .max(largestAmount)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4, 'Use at most two decimals.');
const pdf = 'application/pdf';

const settings = z.object({
  copies: z
    .array(z.enum(voucherCopies))
    .min(fewestCopies, 'Choose at least two copies.')
    .max(mostCopies)
    .refine((copies) => new Set(copies).size === copies.length, 'Choose each copy once.'),
  language: z.enum(paperLanguages),
  numbering: z.enum(numberings),
  order: z.enum(voucherOrders),
  termsEn: z.string().trim().max(longestTerms),
  termsUr: z.string().trim().max(longestTerms),
  /** The proposed fine of a new voucher; 0 for none. */
  renewFine: fine,
  renewDays: z.int().min(1).max(longestRenewal),
  receiptSize: z.enum(receiptSizes),
});

export const getVoucherSettings = defineCall({
  method: 'GET',
  path: '/Vouchers/Settings',
  access: 'view',
  campus: 'query',
  summary: 'Returns the settings for the vouchers and receipts of the campus.',
  query: ofCampus,
  answer: settings,
});

export const saveVoucherSettings = defineCall({
  method: 'PUT',
  path: '/Vouchers/Settings',
  access: 'admin',
  campus: 'query',
  summary: 'Changes the settings for the vouchers and receipts of the campus.',
  query: ofCampus,
  body: settings,
  answer: settings,
});

const drawing = z.object({
  /** A drawing (svg) of the sheet. */
  svg: z.string(),
});

export const sampleVoucher = defineCall({
  method: 'POST',
  path: '/Vouchers/Sample',
  access: 'view',
  campus: 'query',
  summary: 'Draws a sample voucher with these settings. Saves nothing.',
  query: ofCampus,
  body: settings,
  answer: drawing,
});

const seenVoucher = drawing.extend({
  billID: id,
  /** How often it was printed with its current validity. The next print has this duplicate number. */
  printed: z.number(),
  expiryDate: z.string().nullable(),
  isExpired: z.boolean(),
  isOpen: z.boolean(),
  payable: z.number(),
  /** Whether the voucher can be renewed, and the proposed values. */
  renewFine: z.number(),
  renewUntil: z.string(),
});
export type SeenVoucher = z.infer<typeof seenVoucher>;

export const previewVoucher = defineCall({
  method: 'GET',
  path: '/Vouchers/:id/Preview',
  access: 'view',
  campus: 'query',
  summary: 'Draws the voucher of a bill as it would be printed now.',
  params: idInPath,
  query: ofCampus,
  answer: seenVoucher,
});

export const showVoucher = defineCall({
  method: 'GET',
  path: '/Vouchers/:id',
  access: 'view',
  campus: 'query',
  summary:
    'Returns the voucher of a bill as a file, as it would be printed now, marked as a preview. It does not count as printed; `POST Vouchers/Print` and taking its file count it.',
  params: idInPath,
  query: ofCampus,
  file: pdf,
  answer: null,
});

const problem = z.object({
  billID: id,
  name: z.string(),
  /** Which text must be changed. */
  message: z.string(),
});
export type VoucherProblem = z.infer<typeof problem>;

const job = z.object({
  id,
  state: z.enum(['working', 'done', 'failed', 'cancelled']),
  vouchers: z.number(),
  made: z.number(),
  /** The name of its file. */
  name: z.string(),
  /** The vouchers that could not be made. They are not in the file and do not count as printed. */
  problems: z.array(problem),
});
export type VoucherJob = z.infer<typeof job>;
const oneJob = z.object({ job });

/** `12,13`: ids of bills. The limit is higher than the number of bills of any family. */
const someBills = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,99}$/, 'Give the ids of bills, separated by commas.')
  .transform((text) => [...new Set(text.split(',').map(Number))]);

export const showVouchersOf = defineCall({
  method: 'GET',
  path: '/Vouchers/Document',
  access: 'view',
  campus: 'query',
  summary:
    'Returns the vouchers of these bills in one file, like the document of a message with `paper:voucher`. They do not count as printed. `number` (`+923001234567`) is the number of the message; its link is on the vouchers.',
  query: ofCampus.extend({ billIDs: someBills, number: z.string().trim().max(20).optional() }),
  file: pdf,
  answer: null,
});

export const showDocumentOf = defineCall({
  method: 'GET',
  path: '/Outbox/:id/Document',
  access: 'view',
  campus: 'query',
  summary:
    'Returns the document of a message, made from its bills as they are now. The document that was sent is not stored.',
  params: idInPath,
  query: ofCampus,
  file: pdf,
  answer: null,
});

export const printVouchers = defineCall({
  method: 'POST',
  path: '/Vouchers/Print',
  access: 'view',
  campus: 'query',
  summary:
    'Makes one file of vouchers: of these bills, of a family’s open bills, or of a billing, which `sectionID` limits to one section. Bills on which nothing is owed are left out, unless `isAll`. A voucher that was printed before is a duplicate. The vouchers count as printed when their file is taken. Returns the finished job, or its progress.',
  query: ofCampus,
  body: z
    .object({
      clientID,
      billIDs: z.array(id).min(1).max(mostVouchers).optional(),
      /** The id of any bill of the family. */
      familyOf: id.optional(),
      groupID: id.optional(),
      sectionID: id.optional(),
      isAll: z.boolean().default(false),
      order: z.enum(voucherOrders).optional(),
    })
    .refine(
      ({ billIDs, familyOf, groupID }) =>
        [billIDs, familyOf, groupID].filter((one) => one !== undefined).length === 1,
      'Say which vouchers: billIDs, familyOf or groupID.',
    ),
  answer: oneJob,
});

export const showVoucherJob = defineCall({
  method: 'GET',
  path: '/Vouchers/Jobs/:id',
  access: 'view',
  campus: 'query',
  summary: 'Returns the progress of a file of vouchers.',
  params: idInPath,
  query: ofCampus,
  answer: oneJob,
});

export const cancelVoucherJob = defineCall({
  method: 'POST',
  path: '/Vouchers/Jobs/:id/Cancel',
  access: 'view',
  campus: 'query',
  summary:
    'Cancels the making of a file of vouchers, so that none of them counts as printed. Allowed for the person who started it, and with the right `edit`.',
  params: idInPath,
  query: ofCampus,
  answer: oneJob,
});

export const fetchVouchers = defineCall({
  method: 'GET',
  path: '/Vouchers/Jobs/:id/File',
  access: 'view',
  campus: 'query',
  summary:
    'Returns a file of vouchers, for an hour after it was made. From the first time on its vouchers count as printed. Fails with `conflict` if somebody else printed one of them in the meantime.',
  params: idInPath,
  query: ofCampus,
  file: pdf,
  answer: null,
});

export const renewVoucher = defineCall({
  method: 'POST',
  path: '/Vouchers/:id/Renew',
  access: 'edit',
  campus: 'query',
  summary:
    'Renews the voucher of a bill under the same number. It is valid until this later day, and may add a fine. Less than the fine of the campus needs the right to delete and a `reason`. A repeated `clientID` is carried out once.',
  params: idInPath,
  query: ofCampus,
  body: z.object({
    clientID,
    expiryDate: z.string().refine(isDay, 'Use a day such as 2026-11-05.'),
    fine: fine.default(0),
    reason: z.string().trim().max(longestText).optional(),
  }),
  answer: seenVoucher,
});

export const printReceipt = defineCall({
  method: 'POST',
  path: '/Payments/:id/Receipt/Print',
  access: 'view',
  campus: 'query',
  summary:
    'Returns a receipt as a file for printing, in the campus’s paper size by default. Each call counts as a print: the first file is the receipt, every later one is marked as a duplicate and stands in the audit log. `given` is the amount that the payer handed over; the receipt then shows the change.',
  params: idInPath,
  query: ofCampus,
  body: z.object({
    size: z.enum(receiptSizes).optional(),
    given: z.number().min(0).max(largestAmount).optional(),
  }),
  file: pdf,
  answer: null,
});
