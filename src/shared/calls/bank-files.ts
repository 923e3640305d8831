/** Bank files: the rows of a statement beside the bills that they pay. Amounts in rupees, days as `2026-11-05`. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus } from '../call.ts';
import { largestBankFile, largestPage } from '../limits.ts';
import { type BankRow, bankActs, bankDirections, bankMatches, bankReasons } from '../money/bank.ts';
import { mostBankRows } from '../sheets/sheet-limits.ts';
import { importedFile } from './imports.ts';
import { bankHeading } from './money-accounts.ts';
import { moneyDay } from './money-day.ts';
import { rupees, whichBill } from './payments.ts';

const count = z.int().nonnegative();
const text = z.string().max(500);

const bankRow = z.object({
  /** Its position in the file, which the caller chooses. */
  row: count,
  /** Null if its date could not be read. */
  day: moneyDay.nullable(),
  amount: rupees,
  direction: z.enum(bankDirections).default('in'),
  /** The bank's own reference of the transfer. */
  reference: text.default(''),
  /** The number that the payer gave, if the file has a column for it. */
  number: text.default(''),
  text: text.default(''),
  /** The balance of the account after the row, which distinguishes two equal rows. */
  balance: z.number().nullable().default(null),
}) satisfies z.ZodType<BankRow>;

const rows = z
  .array(bankRow)
  .min(1)
  .max(mostBankRows)
  .refine((list) => new Set(list.map(({ row }) => row)).size === list.length, 'Name each row once.');

/** A bill beside a row: its amount on the day of the row, and the part that was still unpaid. */
const bankBill = z.object({
  ...whichBill,
  status: z.string(),
  charged: z.number(),
  balance: z.number(),
});
export type BankBill = z.infer<typeof bankBill>;

const judgedRow = z.object({
  row: count,
  match: z.enum(bankMatches),
  reason: z.enum(bankReasons).nullable(),
  /** The part of the row that identifies the bill, as written in the row. */
  mark: z.string().nullable(),
  bill: bankBill.nullable(),
  /** The payment that is already entered, or that the row takes back. `mayBounce`: it may have been a cheque. */
  payment: z
    .object({ paymentID: id, receiptNo: z.number(), receivedOn: z.string(), mayBounce: z.boolean() })
    .nullable(),
  /** The campus of the bill. */
  campus: z.string().nullable(),
  suggestions: z.array(bankBill),
});
export type JudgedRow = z.infer<typeof judgedRow>;

export const checkBankFile = defineCall({
  method: 'POST',
  path: '/BankFiles/Check',
  access: 'edit',
  campus: 'query',
  summary:
    'Checks the rows of a statement, proposes the bill that each one pays, and saves nothing. Each row has one verdict, so the counts and sums of the verdicts add up to those of the file.',
  query: ofCampus,
  body: z.object({ accountID: id, rows }),
  answer: z.object({ rows: z.array(judgedRow) }),
  bodyLimit: largestBankFile,
});

const decision = z.object({
  row: count,
  /** The verdict that the person saw. If it has changed since, the row is not saved. */
  match: z.enum(bankMatches),
  act: z.enum(bankActs),
  /** The bill of the decision: the proposed one, or one that a person has chosen. */
  billID: id,
});
export type BankDecision = z.infer<typeof decision>;

const saved = z.object({
  fileID: id,
  /** The new payments and their sum. */
  posted: count,
  sum: z.number(),
  /** Rows that were joined to an existing payment. */
  joined: count,
  /** Rows whose verdict has changed since the decision. Nothing was done with them. */
  changed: z.array(z.object({ row: count, was: z.enum(bankMatches), is: z.enum(bankMatches) })),
  /** Rows that were not saved, including the changed ones. */
  skipped: count,
});
export type SavedBankFile = z.infer<typeof saved>;

export const saveBankFile = defineCall({
  method: 'POST',
  path: '/BankFiles',
  access: 'edit',
  campus: 'query',
  summary:
    'Saves the decided rows of a statement. The request contains the whole file again, and each row is checked anew. A repeated `saveID` returns the first answer.',
  query: ofCampus,
  body: z.object({
    saveID: z.string().min(8).max(80),
    accountID: id,
    file: importedFile.omit({ sheet: true }),
    headings: z.array(bankHeading).max(50).default([]),
    rows,
    decisions: z
      .array(decision)
      .min(1)
      .max(mostBankRows)
      .refine((list) => new Set(list.map(({ row }) => row)).size === list.length, 'Decide each row once.'),
  }),
  answer: saved,
  bodyLimit: largestBankFile,
});

const bankFile = z.object({
  id,
  accountID: id,
  account: z.string(),
  name: z.string(),
  at: z.string(),
  by: z.string(),
  rows: count,
  sum: z.number(),
  posted: count,
  joined: count,
  postedSum: z.number(),
  undoneAt: z.string().nullable(),
});
export type BankFile = z.infer<typeof bankFile>;

export const listBankFiles = defineCall({
  method: 'GET',
  path: '/BankFiles',
  access: 'view',
  campus: 'query',
  summary: 'Lists the bank files of the campus, the latest first.',
  query: ofCampus.extend({
    /** Only payments after this id. */
    after: z.coerce.number().int().nonnegative().default(0),
    take: z.coerce.number().int().min(1).max(largestPage).default(50),
  }),
  answer: z.object({ items: z.array(bankFile), next: z.number().nullable() }),
});

export const undoBankFile = defineCall({
  method: 'POST',
  path: '/BankFiles/:id/Undo',
  access: 'delete',
  campus: 'query',
  summary:
    'Undoes a bank file: its payments are voided and their bills are owed again. Payments that the file only joined stay. Refused if money of its payments was returned.',
  params: idInPath,
  query: ofCampus,
  answer: z.object({ voided: count, parted: count }),
});
