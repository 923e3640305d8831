/**
 * Vouchers and receipts on paper: how they look, printing them into one file, and their settings. Amounts in rupees.
 */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus } from '../call.ts';
import { isDay } from '../dates.ts';
import { largestAmount, longestText } from '../limits.ts';
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
} from '../voucher-settings.ts';
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
  /** Proposed for a new voucher; 0: none. */
  renewFine: fine,
  renewDays: z.int().min(1).max(longestRenewal),
  receiptSize: z.enum(receiptSizes),
});

export const getVoucherSettings = defineCall({
  method: 'GET',
  path: '/Vouchers/Settings',
  access: 'view',
  campus: 'query',
  summary: 'How the vouchers and receipts of the campus are made.',
  query: ofCampus,
  answer: settings,
});

export const saveVoucherSettings = defineCall({
  method: 'PUT',
  path: '/Vouchers/Settings',
  access: 'admin',
  campus: 'query',
  summary: 'Changes how the vouchers and receipts of the campus are made.',
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
  summary: 'A voucher of nobody, made by these settings, as a drawing; nothing is saved.',
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
  /** Whether it could be renewed, and the proposed values. */
  renewFine: z.number(),
  renewUntil: z.string(),
});
export type SeenVoucher = z.infer<typeof seenVoucher>;

export const previewVoucher = defineCall({
  method: 'GET',
  path: '/Vouchers/:id/Preview',
  access: 'view',
  campus: 'query',
  summary: 'The voucher of a bill as it would be printed now, as a drawing.',
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
    'The voucher of a bill as it would be printed now, as a file; it does not count as printed. `POST Vouchers/Print` counts it.',
  params: idInPath,
  query: ofCampus,
  file: pdf,
  answer: null,
});

const job = z.object({
  id,
  state: z.enum(['working', 'done', 'failed', 'cancelled']),
  vouchers: z.number(),
  made: z.number(),
  /** The name of its file. */
  name: z.string(),
});
export type VoucherJob = z.infer<typeof job>;
const oneJob = z.object({ job });

/** `12,13`: ids of bills. No family has as many. */
const someBills = z
  .string()
  .regex(/^\d{1,15}(,\d{1,15}){0,99}$/, 'Give the ids of bills, by comma.')
  .transform((text) => [...new Set(text.split(',').map(Number))]);

export const showVouchersOf = defineCall({
  method: 'GET',
  path: '/Vouchers/Document',
  access: 'view',
  campus: 'query',
  summary:
    'The vouchers of these bills in one file, as a family is sent them with a message that carries `paper:voucher`; they do not count as printed. `number`, as `+923001234567`: that of the message, whose link is on them.',
  query: ofCampus.extend({ billIDs: someBills, number: z.string().trim().max(20).optional() }),
  file: pdf,
  answer: null,
});

export const showDocumentOf = defineCall({
  method: 'GET',
  path: '/Outbox/:id/Document',
  access: 'view',
  campus: 'query',
  summary: 'The paper that a message carries, of its bills as they are now; what was sent is not kept.',
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
    'Makes one file of the vouchers of these bills, of a family’s open ones, or of a billing, of which `class` and `section` may leave one class; only those on which something is owed, unless `isAll`. From the second time on each is a duplicate. It answers when that is done, or how far it is.',
  query: ofCampus,
  body: z
    .object({
      clientID,
      billIDs: z.array(id).min(1).max(mostVouchers).optional(),
      /** Any bill of the family. */
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
  summary: 'How far a file of vouchers is.',
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
    'Ends the making of a file of vouchers, by whoever began it or has the right `edit`: none of them counts as printed.',
  params: idInPath,
  query: ofCampus,
  answer: oneJob,
});

export const fetchVouchers = defineCall({
  method: 'GET',
  path: '/Vouchers/Jobs/:id/File',
  access: 'view',
  campus: 'query',
  summary: 'The file of vouchers, for an hour after it was made.',
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
    'A new voucher of the same bill and number: valid until this day, which must be later than before, with a fine where one is given. Repeated with its `clientID` it is done once.',
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
  method: 'GET',
  path: '/Payments/:id/Receipt/Paper',
  access: 'view',
  campus: 'query',
  summary:
    'A receipt as a file, on the paper of the campus unless said. `given`: what was handed over the counter, of which the change is said.',
  params: idInPath,
  query: ofCampus.extend({
    size: z.enum(receiptSizes).optional(),
    duplicate: z.enum(['0', '1']).default('0'),
    given: z.coerce.number().min(0).max(largestAmount).optional(),
  }),
  file: pdf,
  answer: null,
});
