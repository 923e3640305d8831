/** Payments: money received, the bills that it settles, and money returned. Amounts in rupees, days as `2026-11-05`. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus } from '../call.ts';
import { largestPage } from '../limits.ts';
import {
  adjustmentKinds,
  counterMethods,
  paymentMethods,
  paymentSources,
  returnKinds,
  waivedParts,
} from '../money/ledger.ts';
import { largestAmount } from '../money/money.ts';
import { longestText } from '../text/cut-text.ts';
import { isDay } from '../time/dates.ts';
import { foundChild } from './find.ts';
import { moneyDay } from './money-day.ts';

const wholePaisa = z
  .number()
  .max(largestAmount)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4, 'Use at most two decimals.');
/** An amount of a payment: at least one paisa, and whole paisa. */
export const rupees = wholePaisa.min(0.01, 'Give at least 0.01.');
const day = z.string().refine(isDay, 'Use a day such as 2026-11-05.');
const text = z.string().trim().max(longestText);
const reason = text.min(1, 'Say why.');
/** The client's id of a click, an idempotency key. */
const clientID = z.string().min(1).max(100);

/** The most bills that one payment settles. */
const mostAllocations = 200;
const allocation = z.object({ billID: id, amount: rupees });
const allocations = z.array(allocation).max(mostAllocations);
/** Which credit is used for which bills. */
const credits = z.array(z.object({ paymentID: id, allocations: allocations.min(1) })).max(mostAllocations);
const allocated = z.array(z.object({ billID: id, amount: z.number() }));

const payment = z.object({
  id,
  receiptNo: z.number(),
  amount: z.number(),
  method: z.enum(paymentMethods),
  accountID: id.nullable(),
  receivedOn: z.string(),
  regNum: z.string().nullable(),
  payer: z.string().nullable(),
  reference: z.string().nullable(),
  source: z.enum(paymentSources),
  createdAt: z.string(),
  /** The name of the person who entered it; empty for the program. */
  by: z.string(),
  /** The day on which it counts, if its day was closed when it was stored. Null: it counts on its day. */
  bookedOn: z.string().nullable(),
  voidedAt: z.string().nullable(),
  voidReason: z.string().nullable(),
  /** The day on which the void counts, if the day of the payment was closed. Null: a void payment does not count. */
  voidedOn: z.string().nullable(),
  /** The bills that the payment settles now. A bill may be deleted. */
  allocations: z.array(
    z.object({
      billID: id,
      groupID: id,
      name: z.string(),
      regNum: z.string().nullable(),
      amount: z.number(),
    }),
  ),
  returns: z.array(
    z.object({
      kind: z.enum(returnKinds),
      amount: z.number(),
      returnedOn: z.string(),
      /** The day of the payment, if it was closed before the return. */
      concerns: z.string().nullable(),
      reason: z.string(),
    }),
  ),
  /** The unused rest, for later bills. */
  credit: z.number(),
});
export type Payment = z.infer<typeof payment>;
const onePayment = z.object({ payment });

export const receivePayment = defineCall({
  method: 'POST',
  path: '/Payments',
  access: 'edit',
  campus: 'query',
  summary:
    'Stores a payment and allocates it to these bills. Without `allocations` it is allocated to the bills of the family of `billID`: first that bill, then the oldest of the child, then its siblings’. The rest is credit. To pay bills of another family than that of `billID` or `regNum` needs the right `delete` and a `reason`. The amount of each bill is computed for the day on which the money came in. It asks (409 with `asks`) about a reference that another receipt has, the same cash of a family within a minute, and cash into an account that is no cash desk; repeat it with `confirmed`. A repeated `clientID` returns the first answer.',
  query: ofCampus,
  body: z.object({
    clientID,
    amount: rupees,
    method: z.enum(counterMethods),
    accountID: id.nullish(),
    /** Today by default. */
    receivedOn: moneyDay.optional(),
    payer: text.nullish(),
    reference: text.nullish(),
    /** A bill of the family, or the registration number of a child. It decides whose credit the rest becomes. */
    billID: id.optional(),
    regNum: text.optional(),
    allocations: allocations.optional(),
    /** Credit of earlier payments that is used before this payment, in the same transaction. */
    credits: credits.optional(),
    /** A person has answered what the call asked. */
    confirmed: z.boolean().optional(),
    /** Required if this money, or this credit, pays a bill of another family. */
    reason: reason.optional(),
  }),
  answer: z.object({
    paymentID: id,
    receiptNo: z.number(),
    allocations: allocated,
    credit: z.number(),
  }),
});

export const allocatePayment = defineCall({
  method: 'POST',
  path: '/Payments/:id/Allocate',
  access: 'edit',
  campus: 'query',
  summary: 'Allocates the credit of a payment to bills.',
  params: idInPath,
  query: ofCampus,
  body: z.object({ allocations: allocations.min(1), reason: reason.optional() }),
  answer: onePayment,
});

export const allocateCredit = defineCall({
  method: 'POST',
  path: '/Payments/Allocate',
  access: 'edit',
  campus: 'query',
  summary:
    'Allocates the credit of several payments to bills, all of it or nothing. The amount of each bill is computed for the day on which the money came in. Fails if the credit was used in the meantime. Credit belongs to a child: using it for a sibling is recorded in the audit log, and for another family it needs the right `delete` and a `reason`.',
  query: ofCampus,
  body: z.object({ credits: credits.min(1), reason: reason.optional() }),
  answer: z.object({ payments: z.array(payment) }),
});

export const voidPayment = defineCall({
  method: 'POST',
  path: '/Payments/:id/Void',
  access: 'delete',
  campus: 'query',
  summary:
    'Voids a payment that was entered by mistake. It no longer counts, and its bills are owed again. If its day is closed, or the cash of its day is counted, it counts there, and the void counts today.',
  params: idInPath,
  query: ofCampus,
  body: z.object({ reason }),
  answer: onePayment,
});

export const returnPayment = defineCall({
  method: 'POST',
  path: '/Payments/:id/Return',
  access: 'delete',
  campus: 'query',
  summary:
    'Stores money that was returned: a bounced cheque, always as a whole, or a refund, first of credit and then of what was settled last. The payment stays in the books of its day, and its bills are owed again.',
  params: idInPath,
  query: ofCampus,
  body: z.object({
    clientID,
    kind: z.enum(returnKinds),
    /** Only for a refund, because a cheque always bounces as a whole. */
    amount: rupees.optional(),
    returnedOn: moneyDay.optional(),
    accountID: id.nullish(),
    /** Required for a refund. A bounced cheque needs no other reason. */
    reason: text.default(''),
  }),
  answer: onePayment,
});

export const listPayments = defineCall({
  method: 'GET',
  path: '/Payments',
  access: 'view',
  campus: 'query',
  summary:
    'Lists the payments of these days, including void ones, the latest first. Also returns their number, and the sum of those that are not void. A void of a closed day counts on the day on which it was made.',
  query: ofCampus.extend({
    from: day.optional(),
    to: day.optional(),
    accountID: z.coerce.number().int().positive().optional(),
    billID: z.coerce.number().int().positive().optional(),
    source: z.enum(paymentSources).optional(),
    /** Only payments after this id. */
    after: z.coerce.number().int().nonnegative().default(0),
    take: z.coerce.number().int().min(1).max(largestPage).default(50),
  }),
  answer: z.object({
    items: z.array(payment),
    next: z.number().nullable(),
    count: z.number(),
    sum: z.number(),
  }),
});

/** Identifies a bill: its billing, child, number and month. */
export const whichBill = {
  billID: id,
  groupID: id,
  name: z.string(),
  regNum: z.string().nullable(),
  invNo: z.string().nullable(),
  month: z.number().nullable(),
  year: z.number().nullable(),
};

const openBill = z.object({
  ...whichBill,
  dueDate: z.string().nullable(),
  total: z.number().nullable(),
  amountAfterDueDate: z.number().nullable(),
  /** `charged`: the amount of the bill on the day, with late amount, fines and waivers. `balance`: the unpaid rest. */
  charged: z.number(),
  /** Fines minus waivers of the fee and write-offs; and what is waived of the late fine. */
  adjusted: z.number(),
  lateWaived: z.number(),
  /** The fines that a person added. */
  fined: z.number(),
  paid: z.number(),
  /** The part of the paid amount that came in late. */
  paidLate: z.number(),
  balance: z.number(),
  /** The day on which its fee was paid, if that was in time and only a fine is still open. */
  settledOn: z.string().nullable(),
});
export type OpenBillAnswer = z.infer<typeof openBill>;

const openFamily = z.object({
  number: z.string().nullable(),
  children: z.array(foundChild),
  /** The bill whose number was typed or scanned. */
  scanned: id.nullable(),
  /** The latest bill of the child that fits best, in any status; null if only the roster has the child. */
  latest: id.nullable(),
  bills: z.array(openBill),
  balance: z.number(),
  credit: z.number(),
  /** The payments of the credit, the oldest first, each with the child to which the credit belongs. */
  credits: z.array(
    z.object({
      ...{ paymentID: id, receivedOn: z.string(), credit: z.number() },
      ...{ name: z.string(), regNum: z.string().nullable() },
    }),
  ),
});
export type OpenFamily = z.infer<typeof openFamily>;

export const findOpenBills = defineCall({
  method: 'GET',
  path: '/Payments/Find',
  access: 'view',
  campus: 'query',
  summary:
    'Finds families by a voucher number, the link on a voucher, a registration number, a name or a phone number, or returns the family of `billID`. Each family comes with its credit and its open bills on the day, in the order in which a payment settles it.',
  query: ofCampus.extend({
    text: z.string().trim().max(100).default(''),
    billID: z.coerce.number().int().positive().optional(),
    day: day.optional(),
  }),
  answer: z.object({ families: z.array(openFamily) }),
});

/** A line of the payer's receipt. */
const receiptLine = z.object({
  billID: id,
  name: z.string(),
  regNum: z.string().nullable(),
  /** Null if the bill is deleted. */
  invNo: z.string().nullable(),
  month: z.number().nullable(),
  year: z.number().nullable(),
  billing: z.string().nullable(),
  amount: z.number(),
  /** The amount still payable for the bill today. */
  balance: z.number(),
});

const receipt = z.object({
  payment,
  lines: z.array(receiptLine),
  /** How many times it was handed out for printing. */
  printed: z.number(),
  /** The child for whom money on no bill was paid, and the amount. */
  advance: z.object({ name: z.string(), regNum: z.string().nullable(), amount: z.number() }).nullable(),
  /** The amount that the family has to pay today, after the credit of each child. */
  left: z.number(),
});
export type Receipt = z.infer<typeof receipt>;

export const showReceipt = defineCall({
  method: 'GET',
  path: '/Payments/:id/Receipt',
  access: 'view',
  campus: 'query',
  summary:
    'Returns a payment as on its receipt: each bill that it settles, with its month and its rest today, money that settles no bill yet, and what is left to pay for the family today.',
  params: idInPath,
  query: ofCampus,
  answer: receipt,
});

const summed = { count: z.number(), sum: z.number() };
const summedAfterCount = { ...summed, sum: z.number().nullable() };
const cashCount = z.object({
  /** The cash in the books at that moment. */
  expected: z.number(),
  counted: z.number(),
  note: z.string(),
  at: z.string(),
  /** The name of the person who counted. */
  by: z.string(),
});
export type CashCount = z.infer<typeof cashCount>;

const dayBook = z.object({
  day: z.string(),
  /**
   * The money received at the counter, without void payments. A sum is null while it would show the caller’s own cash
   * that is not counted yet. An owner sees all sums.
   */
  ...summedAfterCount,
  ways: z.array(z.object({ method: z.enum(paymentMethods), ...summedAfterCount })),
  clerks: z.array(z.object({ by: z.string(), ...summedAfterCount })),
  /** Money returned on this day, also of earlier payments, and voids of payments whose day was closed. */
  returns: z.array(
    z.object({
      paymentID: id,
      receiptNo: z.number(),
      payer: z.string().nullable(),
      method: z.enum(paymentMethods),
      kind: z.enum([...returnKinds, 'voided']),
      amount: z.number(),
      reason: z.string(),
      by: z.string(),
      /** The day of the payment, if it was closed before. */
      concerns: z.string().nullable(),
    }),
  ),
  returned: z.number(),
  /** Received minus returned. */
  net: z.number().nullable(),
  /** Payments without counted money: bills that a person or a sheet marked as paid. */
  markedPaid: z.object(summed),
  /** For each clerk: the expected cash, and the counts in their order. The last count is valid. */
  cash: z.array(
    z.object({
      clerk: z.string(),
      by: z.string(),
      /** Whether this is the cash of the current user. */
      isOwn: z.boolean(),
      /**
       * Cash received at the counter minus cash that this clerk returned on the day. Null before it is counted, except
       * for an owner.
       */
      expected: z.number().nullable(),
      counts: z.array(cashCount),
    }),
  ),
});
export type DayBook = z.infer<typeof dayBook>;
export type CashOfDay = DayBook['cash'][number];

export const showDayBook = defineCall({
  method: 'GET',
  path: '/Payments/DayBook',
  access: 'view',
  campus: 'query',
  summary:
    'Returns the day book of the counter, of today by default: the money received by method and by clerk, the money returned, and the cash that each clerk counted. What a clerk should have in cash is shown only after it was counted, except to an owner.',
  query: ofCampus.extend({ day: day.optional() }),
  answer: dayBook,
});

export const countCash = defineCall({
  method: 'POST',
  path: '/Payments/CashCounts',
  access: 'edit',
  forKeys: false,
  campus: 'query',
  summary:
    'Stores how much cash a clerk counted for a day, together with the amount in the books at this moment. To store it for another clerk who has cash on the day, the caller needs the right to delete. The last count is valid, and the day book shows all. A repeated `clientID` is stored once.',
  query: ofCampus,
  body: z.object({
    clientID,
    /** Today by default. */
    day: moneyDay.optional(),
    /** The clerk's name as in the day book; the current user by default. */
    clerk: z.string().min(1).max(100).optional(),
    counted: wholePaisa.min(0),
    note: text.default(''),
  }),
  answer: dayBook,
});

/** A bill in the ledger. */
const owed = z.object({
  id,
  groupID: id,
  status: z.string(),
  charged: z.number(),
  adjusted: z.number(),
  paid: z.number(),
  balance: z.number(),
  settledOn: z.string().nullable(),
});

export const adjustBill = defineCall({
  method: 'POST',
  path: '/GroupContacts/:id/Adjust',
  access: 'edit',
  campus: 'query',
  summary:
    'Adjusts a bill with a fine, a waiver or a write-off. A waiver of the fee counts from the first day of the bill, a waiver of the late fine only against the late fine. A write-off, or a waiver of more than the late fine, needs the right to delete.',
  params: idInPath,
  query: ofCampus,
  body: z.object({
    clientID,
    kind: z.enum(adjustmentKinds),
    /** For a waiver. By default the late fine, if the bill charges at least this amount of it today. */
    of: z.enum(waivedParts).optional(),
    amount: rupees,
    reason,
  }),
  answer: z.object({ bill: owed }),
});

const adjustment = z.object({
  id,
  /** `carried`: a newer bill includes the amount. */
  kind: z.enum([...adjustmentKinds, 'carried']),
  /** For a waiver: it counts only against the late fine. */
  ofLateFine: z.boolean(),
  amount: z.number(),
  reason: z.string(),
  day: z.string(),
  createdAt: z.string(),
  /** The name of the person who entered it; empty for the program. */
  by: z.string(),
  /** Whether the current user entered it a short time ago. Then the right to edit is enough to void it. */
  isOwn: z.boolean(),
  voidedAt: z.string().nullable(),
  voidReason: z.string().nullable(),
});
export type Adjustment = z.infer<typeof adjustment>;

export const listAdjustments = defineCall({
  method: 'GET',
  path: '/GroupContacts/:id/Adjustments',
  access: 'view',
  campus: 'query',
  summary:
    'Lists the adjustments of a bill, including void ones and amounts that a newer bill includes, the latest first.',
  params: idInPath,
  query: ofCampus,
  answer: z.object({ items: z.array(adjustment) }),
});

export const voidAdjustment = defineCall({
  method: 'POST',
  path: '/Adjustments/:id/Void',
  access: 'edit',
  campus: 'query',
  summary:
    'Voids a fine, waiver or write-off. Users may void their own adjustments for ten minutes; later, or for those of others, they need the right to delete. Fails for a carried amount, a waiver by a bank file, and a paid fine.',
  params: idInPath,
  query: ofCampus,
  body: z.object({ reason }),
  answer: z.object({ bill: owed }),
});
