/** Bills: the spec's group contacts, also called members and consumers. */
import { z } from 'zod';
import { billFilters, partlyPaid } from '../bill-status.ts';
import { defineCall, id, idInPath, ofCampus, ofSchool } from '../call.ts';
import { isDay } from '../dates.ts';
import {
  firstYear,
  largestAmount,
  largestPage,
  lastYear,
  longestText,
  mostRowsPerImport,
} from '../limits.ts';
import { isAvatar } from '../media.ts';
import { failureWords } from '../words/failures.ts';
import { fieldMessages, toasts } from '../words/toasts.ts';
import { required, whereMissing } from './required.ts';

const { errors } = toasts;

/** Rupees with at most two decimals. */
const rupeesFrom = (least: number) =>
  z
    .number()
    .min(least)
    .max(largestAmount)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4, 'Use at most two decimals.');
const rupees = rupeesFrom(0);
/** A head may be below zero: a concession. */
const signedRupees = rupeesFrom(-largestAmount);
const day = z.string().refine(isDay, 'Use a day such as 2026-11-05.');
const text = z.string().trim().max(longestText);
export const month = z.int(whereMissing(fieldMessages.month)).min(1).max(12);
export const year = z.int(whereMissing(fieldMessages.year)).min(firstYear).max(lastYear);

export const headNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export type HeadKey = `head${(typeof headNumbers)[number]}`;
export type AmountKey = `amount${(typeof headNumbers)[number]}`;
export const headKeys = headNumbers.map((n): HeadKey => `head${n}`);
export const amountKeys = headNumbers.map((n): AmountKey => `amount${n}`);

const fieldsOfHeads = <T extends z.ZodType>(schema: T, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, schema]));
const heads = fieldsOfHeads(text.nullish(), headKeys) as Record<
  HeadKey,
  z.ZodOptional<z.ZodNullable<typeof text>>
>;
const amounts = fieldsOfHeads(signedRupees.nullish(), amountKeys) as Record<
  AmountKey,
  z.ZodOptional<z.ZodNullable<typeof signedRupees>>
>;

/** What may be told of a bill besides its name and number; absent and null are the same: not known. */
export const billDetails = z.object({
  avatar: z.string().max(500).nullish(),
  regNum: text.nullish(),
  invNo: text.nullish(),
  total: rupees.nullish(),
  amountAfterDueDate: rupees.nullish(),
  issueDate: day.nullish(),
  dueDate: day.nullish(),
  expiryDate: day.nullish(),
  status: z.string().trim().toLowerCase().min(1).max(40).nullish(),
  month: month.nullish(),
  year: year.nullish(),
  email: text.nullish(),
  branch: text.nullish(),
  ...heads,
  ...amounts,
});

/** As it comes in; what was stored before it was looked at is still listed. */
export const avatar = z.string().max(500).refine(isAvatar, failureWords.mediaAddress);

/** A bill as it comes in. `number` is one phone number or several, by comma. */
export const newBill = billDetails.extend({
  avatar: avatar.nullish(),
  name: text.nullish(),
  number: z.string().trim().max(300).nullish(),
});
export type NewBill = z.infer<typeof newBill>;

/** A bill as it goes out: every field there, null where nothing is known. */
export type Bill = {
  id: number;
  groupID: number;
  campusID: number;
  name: string;
  number: string;
  status: string;
} & {
  [K in Exclude<keyof z.infer<typeof billDetails>, 'status'>]-?: NonNullable<
    z.infer<typeof billDetails>[K]
  > | null;
};

const nullableAnswer = Object.fromEntries(
  Object.entries(billDetails.shape).map(([key, schema]) => [
    key,
    (schema as z.ZodOptional<z.ZodType>).unwrap(),
  ]),
);
export const bill = z.object({
  ...nullableAnswer,
  id,
  groupID: id,
  campusID: id,
  name: z.string(),
  number: z.string(),
  status: z.string(),
}) as unknown as z.ZodType<Bill>;

/** A bill in a list, with how many messages of the family nobody has looked at yet. */
export type ListedBill = Bill & { unread: number };
const listedBill = (bill as unknown as z.ZodObject).extend({
  unread: z.number(),
}) as unknown as z.ZodType<ListedBill>;

const narrowed = {
  search: z.string().trim().max(100).default(''),
  status: z.enum(billFilters).default('all'),
};

export const listBills = defineCall({
  method: 'GET',
  path: '/Groups/:id/Contacts',
  access: 'view',
  campus: 'query',
  summary: 'A page of a billing’s bills, with search and filter.',
  params: idInPath,
  query: ofCampus.extend({
    ...narrowed,
    after: z.coerce.number().int().nonnegative().default(0),
    /** Leaves out so many at the beginning: a page from the middle, in place of `after`. */
    from: z.coerce.number().int().nonnegative().default(0),
    take: z.coerce.number().int().min(1).max(largestPage).default(largestPage),
  }),
  answer: z.object({ items: z.array(listedBill), next: z.number().nullable(), count: z.number() }),
});

export const getBill = defineCall({
  method: 'GET',
  path: '/GroupContacts/:id',
  access: 'view',
  campus: 'body',
  summary: 'One member with all its fields.',
  params: idInPath,
  query: ofSchool,
  answer: bill,
});

export const listBillIDs = defineCall({
  method: 'GET',
  path: '/Groups/:id/ContactIDs',
  access: 'view',
  campus: 'query',
  summary: 'The ids of every bill of a billing that search and filter leave, in its order.',
  params: idInPath,
  query: ofCampus.extend(narrowed),
  answer: z.array(id),
});

export const exportBills = defineCall({
  method: 'GET',
  path: '/Groups/:id/Export',
  access: 'view',
  campus: 'query',
  summary: 'Every bill of a billing that search and filter leave, in one list; streamed.',
  params: idInPath,
  query: ofCampus.extend(narrowed),
  answer: z.array(bill),
});

export const updateBill = defineCall({
  method: 'PUT',
  path: '/GroupContacts/:id',
  access: 'edit',
  campus: 'body',
  summary:
    'Updates a member; fields left out stay as they are. Given, name and number may not be blank: an import may bring bills without.',
  params: idInPath,
  query: ofSchool,
  body: billDetails.extend({
    avatar: avatar.nullish(),
    name: required(200, errors.details).optional(),
    number: required(300, errors.details).optional(),
  }),
  answer: bill,
});

export const markBills = defineCall({
  method: 'POST',
  path: '/GroupContacts/Mark',
  access: 'edit',
  campus: 'query',
  summary:
    'Marks unpaid and part-paid members as paid, paid ones as part-paid, or others as unpaid; answers which have changed, and when. Waiting reminders to the paid are skipped.',
  query: ofCampus,
  body: z.object({
    ids: z.array(id).max(mostRowsPerImport),
    status: z.enum(['paid', 'unpaid', partlyPaid]),
    /** To take it back that they were marked as paid at this instant: the reminders that were skipped wait again. */
    since: z.iso.datetime().optional(),
  }),
  /** `partPaid`: those of the changed of which a part was paid before. `at`: null where none has changed. */
  answer: z.object({ changed: z.array(id), partPaid: z.array(id), at: z.string().nullable() }),
});

export const removeBill = defineCall({
  method: 'DELETE',
  path: '/GroupContacts/:id',
  access: 'delete',
  campus: 'body',
  summary: 'Removes a member; what is still queued to it is skipped.',
  params: idInPath,
  query: ofSchool,
  answer: null,
});
