/** Bills, which the specification calls group contacts, members or consumers. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus, ofSchool, version, versioned } from '../call.ts';
import { largestPage, mostRowsPerImport } from '../limits.ts';
import { isAvatar } from '../messages/media.ts';
import { type MessageState, messageStates } from '../messages/message-states.ts';
import { type AmountKey, amountKeys, type HeadKey, headKeys } from '../money/bill-heads.ts';
import { isSorts } from '../money/bill-sort.ts';
import { billFilters, billStatuses, partlyPaid } from '../money/bill-status.ts';
import { largestAmount } from '../money/money.ts';
import { longestText } from '../text/cut-text.ts';
import { firstYear, isDay, lastYear } from '../time/dates.ts';
import { failureWords } from '../words/failures.ts';
import { fieldMessages, toasts } from '../words/toasts.ts';
import { moneyDay } from './money-day.ts';
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
/** A head may be negative: a concession. */
const signedRupees = rupeesFrom(-largestAmount);
const day = z.string().refine(isDay, 'Use a day such as 2026-11-05.');
const text = z.string().trim().max(longestText);
export const month = z.int(whereMissing(fieldMessages.month)).min(1).max(12);
export const year = z.int(whereMissing(fieldMessages.year)).min(firstYear).max(lastYear);

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

/** Everything about a bill except its name and number. Absent and null both mean unknown. */
export const billDetails = z.object({
  avatar: z.string().max(500).nullish(),
  regNum: text.nullish(),
  invNo: text.nullish(),
  total: rupees.nullish(),
  amountAfterDueDate: rupees.nullish(),
  issueDate: day.nullish(),
  dueDate: day.nullish(),
  expiryDate: day.nullish(),
  status: z
    .string()
    .trim()
    .toLowerCase()
    .refine((status) => billStatuses.includes(status), failureWords.billStatus(billStatuses))
    .nullish(),
  month: month.nullish(),
  year: year.nullish(),
  email: text.nullish(),
  branch: text.nullish(),
  ...heads,
  ...amounts,
});

/** For new values. Older values that were stored without this check are still listed. */
export const avatar = z.string().max(500).refine(isAvatar, failureWords.pictureAddress);

/** A bill in a request. `number` is one phone number or several, separated by commas. */
export const newBill = billDetails.extend({
  avatar: avatar.nullish(),
  name: text.nullish(),
  number: z.string().trim().max(300).nullish(),
  /** The amount paid so far, and the day it came in. Without a day, the payment counts as in time. */
  paidAmount: rupees.nullish(),
  paidOn: moneyDay.nullish(),
});
export type NewBill = z.infer<typeof newBill>;

/** A bill in an answer: every field is present, and null means unknown. */
export type Bill = {
  id: number;
  groupID: number;
  campusID: number;
  name: string;
  number: string;
  status: string;
  /** The amount settled so far. */
  paid: number;
  /**
   * The day on which the fee was fully paid. An open bill has it if its fee was paid in time and only a fine that was
   * added later is unpaid.
   */
  settledOn: string | null;
  /** Fines minus waivers of the fee and write-offs. */
  adjusted: number;
  /** What is waived of the late fine. */
  lateWaived: number;
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
  paid: z.number(),
  settledOn: z.string().nullable(),
  adjusted: z.number(),
  lateWaived: z.number(),
}) as unknown as z.ZodType<Bill>;

/** A bill in an export. `paidOn`: the day of its latest payment. */
export type ExportedBill = Bill & { paidOn: string | null };
const exportedBill = (bill as unknown as z.ZodObject).extend({
  paidOn: z.string().nullable(),
}) as unknown as z.ZodType<ExportedBill>;

/** The state of a message, and since when. For a message that waits for a later time: when it will be sent. */
export type LastMessage = { status: MessageState; at: string };

/** The class and section of a child in the roster, found by its registration number. */
type RosterPlace = { class: string | null; section: string | null; fatherName: string | null };

/** A bill with its version, which a change must name. */
export type VersionedBill = Bill & { version: string };
const versionedBill = (bill as unknown as z.ZodObject).extend(
  versioned,
) as unknown as z.ZodType<VersionedBill>;

export type ListedBill = VersionedBill &
  RosterPlace & {
    /** Unread messages of the family. */
    unread: number;
    /** The latest message about the bill to one of its numbers, sent or waiting. */
    lastMessage: LastMessage | null;
    /** Other children of the billing with the same numbers. */
    siblings: number;
  };
const listedBill = (versionedBill as unknown as z.ZodObject).extend({
  unread: z.number(),
  class: z.string().nullable(),
  section: z.string().nullable(),
  fatherName: z.string().nullable(),
  lastMessage: z.object({ status: z.enum(messageStates), at: z.string() }).nullable(),
  siblings: z.number(),
}) as unknown as z.ZodType<ListedBill>;

const narrowed = {
  /** Searches classes, registration, phone and invoice numbers, and the names of child and father in any spelling. */
  search: z.string().trim().max(100).default(''),
  status: z.enum(billFilters).default('all'),
  /** A class or a section of the roster. */
  class: z.coerce.number().int().positive().optional(),
  section: z.coerce.number().int().positive().optional(),
};
const sorted = {
  ...narrowed,
  /** At most two columns, such as `class,-payable`. Default: the order of the file. */
  sort: z.string().max(60).refine(isSorts, failureWords.sorts).default(''),
};

export const listBills = defineCall({
  method: 'GET',
  path: '/Groups/:id/Contacts',
  access: 'view',
  campus: 'query',
  summary:
    'Lists a page of a billing’s bills, with search, filters and sorting. If they are not in the order of the file, pages use `from`.',
  params: idInPath,
  query: ofCampus
    .extend({
      ...sorted,
      after: z.coerce.number().int().nonnegative().default(0),
      /** Skips this number of bills at the beginning, for a page in the middle. Used instead of `after`. */
      from: z.coerce.number().int().nonnegative().default(0),
      take: z.coerce.number().int().min(1).max(largestPage).default(largestPage),
    })
    .check(({ value: { after, sort }, issues }) => {
      if (after > 0 && sort !== '')
        issues.push({ code: 'custom', message: failureWords.afterSorted, path: ['after'], input: after });
    }),
  /** `next` is null at the end, and always null if the list is sorted. */
  answer: z.object({ items: z.array(listedBill), next: z.number().nullable(), count: z.number() }),
});

/** The number of bills of each status. A part-paid or overdue bill is also unpaid. */
const billCounts = z.object({
  bills: z.number(),
  unpaid: z.number(),
  overdue: z.number(),
  partPaid: z.number(),
  paid: z.number(),
  other: z.number(),
});
export type BillCounts = z.infer<typeof billCounts>;

export const getBillingFigures = defineCall({
  method: 'GET',
  path: '/Groups/:id/Figures',
  access: 'view',
  campus: 'query',
  summary:
    'Returns what is payable today for a billing, in rupees, and the number of bills in each section. `counts` are the numbers of bills by status that match the search and are in the class and section.',
  params: idInPath,
  query: ofCampus.extend({ search: narrowed.search, class: narrowed.class, section: narrowed.section }),
  answer: z.object({
    payable: z.number(),
    counts: billCounts,
    sections: z.array(
      z.object({ id, classID: id, class: z.string(), section: z.string(), bills: z.number() }),
    ),
  }),
});
export type BillingFigures = z.infer<typeof getBillingFigures.answer>;

export const sumBills = defineCall({
  method: 'POST',
  path: '/GroupContacts/Sum',
  access: 'view',
  campus: 'query',
  summary: 'Counts these bills and their families, and adds up what is payable for them today, in rupees.',
  query: ofCampus,
  body: z.object({ ids: z.array(id).max(mostRowsPerImport) }),
  answer: z.object({ bills: z.number(), families: z.number(), payable: z.number() }),
});

export const getBill = defineCall({
  method: 'GET',
  path: '/GroupContacts/:id',
  access: 'view',
  campus: 'body',
  summary: 'Returns one bill with all its fields.',
  params: idInPath,
  query: ofSchool,
  answer: versionedBill,
});

export const listBillIDs = defineCall({
  method: 'GET',
  path: '/Groups/:id/ContactIDs',
  access: 'view',
  campus: 'query',
  summary:
    'Lists the ids of all bills of a billing that match the search and filters, in the order of the list.',
  params: idInPath,
  query: ofCampus.extend(sorted),
  answer: z.array(id),
});

export const exportBills = defineCall({
  method: 'GET',
  path: '/Groups/:id/Export',
  access: 'view',
  campus: 'query',
  summary: 'Streams all bills of a billing that match the search and filters, in the order of the list.',
  params: idInPath,
  query: ofCampus.extend(sorted),
  answer: z.array(exportedBill),
});

/** Why bills charge less. Needed only if they do. */
export const whyLowered = text.optional();

export const updateBill = defineCall({
  method: 'PUT',
  path: '/GroupContacts/:id',
  access: 'edit',
  campus: 'body',
  summary:
    'Updates a bill. Omitted fields stay unchanged. A given name or number may not be blank, although imported bills may lack them. A change by which the bill charges less needs the right to delete and a `reason`; without it the call asks for one.',
  params: idInPath,
  query: ofSchool,
  body: billDetails.extend({
    avatar: avatar.nullish(),
    name: required(200, errors.details).optional(),
    number: required(300, errors.details).optional(),
    reason: whyLowered,
    version,
  }),
  echoed: Object.keys((listedBill as unknown as z.ZodObject).shape),
  answer: versionedBill,
});

export const markBills = defineCall({
  method: 'POST',
  path: '/GroupContacts/Mark',
  access: 'edit',
  campus: 'query',
  summary:
    'Marks bills as paid, part-paid or unpaid: `paid` changes unpaid and part-paid bills, part-paid changes only paid bills, and `unpaid` changes all others. Returns which bills changed, and when. Waiting reminders about paid bills are skipped.',
  query: ofCampus,
  body: z.object({
    ids: z.array(id).max(mostRowsPerImport),
    status: z.enum(['paid', 'unpaid', partlyPaid]),
    /** To undo a mark as paid: the instant of the mark. Reminders that it skipped wait again. */
    since: z.iso.datetime().optional(),
  }),
  /** `partPaid`: the changed bills that were part-paid before. `at`: null if no bill has changed. */
  answer: z.object({ changed: z.array(id), partPaid: z.array(id), at: z.string().nullable() }),
});

/** What happens to money on deleted bills that is more than a mark. Without it the deletion is refused. */
export const moneyOfDeleted = z.literal('credit').optional();

export const removeBill = defineCall({
  method: 'DELETE',
  path: '/GroupContacts/:id',
  access: 'delete',
  campus: 'body',
  summary:
    'Deletes a bill. Messages that wait for it are skipped, and its mark as paid is voided. Fails if other money is on the bill, unless `money` is `credit`: then it becomes credit.',
  params: idInPath,
  query: ofSchool.extend({ money: moneyOfDeleted }),
  answer: null,
});
