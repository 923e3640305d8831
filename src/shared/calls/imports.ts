/** Imports: what one file or one save brought in, who did it, and how it is taken back. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus, ofSchool } from '../call.ts';
import {
  largestImport,
  largestPage,
  longestSheetName,
  mostRowsPerCheck,
  mostRowsPerSheet,
} from '../limits.ts';
import { bill, month, newBill, year } from './bills.ts';
import { carryAll, groupToSave, oneSeries } from './groups.ts';
import { newStudent } from './students.ts';

export const importKinds = ['bills', 'students'] as const;
export type ImportKind = (typeof importKinds)[number];

const count = z.int().nonnegative();
const countOfRows = count.max(mostRowsPerSheet);
const longKey = z.string().trim().max(300);
const saveID = z.string().min(8).max(80);

/** The file the rows came from; its SHA-256 in lower-case hex. `sheet`: of a workbook, the one they stand on. */
export const importedFile = z.object({
  name: z.string().max(300),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Give the SHA-256 of the file in hex.'),
  sheet: z.string().max(longestSheetName).optional(),
});

/** Columns the clerk mapped by hand, remembered for the campus; `field` null: the column is not used. */
export const chosenHeading = z.object({
  heading: z.string().min(1).max(200),
  field: z.string().max(40).nullable(),
});
export type ChosenHeading = z.infer<typeof chosenHeading>;

/** The first line of an import's body; each line after it is one bill or one student. */
const importHead = {
  /** The client's own id of this save: repeated with it, a save answers again and changes nothing. */
  saveID,
  file: importedFile,
  /** Rows of the file that are not sent: left out by the clerk, and refused by the check. */
  left: z.object({ skipped: countOfRows, refused: countOfRows }).default({ skipped: 0, refused: 0 }),
  headings: z.array(chosenHeading).max(200).default([]),
};
export const billsHead = z.object({ ...importHead, group: groupToSave, oneSeries, carryAll });
export type BillsHead = z.infer<typeof billsHead>;
export const studentsHead = z.object(importHead);
export type StudentsHead = z.infer<typeof studentsHead>;

/**
 * The counts are of the whole file: `skipped` are rows that change nothing or may not, `refused` those the check
 * refused. `held` names rows, by place among those sent, that would have changed what is paid or messaged,
 * or what the one who saves may not edit.
 */
export const importAnswer = z.object({
  importID: id,
  added: count,
  updated: count,
  skipped: count,
  refused: count,
  held: z.array(z.object({ row: count, reason: z.string() })),
});
export type ImportAnswer = z.infer<typeof importAnswer>;

export const importBills = defineCall({
  method: 'POST',
  path: '/Imports/Bills',
  access: 'add',
  campus: 'body',
  summary:
    'Saves the rows of a file: `application/x-ndjson`, first a line `{group, saveID, file, left, headings, oneSeries, carryAll}`, then a bill a line. All of them or, with `issues` by row, none. A row that changes a bill needs the right to edit, or is left out as `held`.',
  query: ofSchool,
  lines: { head: billsHead, row: newBill },
  answer: importAnswer.extend({ id }),
  bodyLimit: largestImport,
});

export const importStudents = defineCall({
  method: 'POST',
  path: '/Imports/Students',
  access: 'add',
  campus: 'query',
  summary:
    'Saves a roster: `application/x-ndjson`, first a line `{saveID, file, left, headings}`, then a student a line. All of them or, with `issues` by row, none. A row that changes a student needs the right to edit, or is left out as `held`.',
  query: ofCampus,
  lines: { head: studentsHead, row: newStudent },
  answer: importAnswer,
  bodyLimit: largestImport,
});

/** What tells one bill from another; `row` is the caller's own number for it. */
export const billKey = z.object({
  row: count,
  regNum: longKey.nullish(),
  invNo: longKey.nullish(),
  name: longKey.nullish(),
  number: longKey.nullish(),
  month: month.nullish(),
  year: year.nullish(),
  total: z.number().nullish(),
  /** What it asks of older bills, rupees. */
  arrears: z.number().nullish(),
});
export type BillKey = z.infer<typeof billKey>;

/**
 * A like bill in another billing. `bill`: the same registration, month and total, and no two invoice numbers to tell
 * them apart: it is refused. `invoice`: the same invoice number in the same month: it is refused where both billings
 * count in one series. `oldInvoice`: the invoice number in another month; `registration`: another bill of that
 * registration in the same month: both are for a person to look at.
 */
export const sameElsewhere = ['invoice', 'bill', 'oldInvoice', 'registration'] as const;
export const elsewhere = z.object({
  same: z.enum(sameElsewhere),
  groupName: z.string(),
  month,
  year,
});
export type Elsewhere = z.infer<typeof elsewhere>;

/**
 * Why a file does not change what is there: the bill is paid, part-paid, by its status neither paid nor to be paid, or
 * messaged, or whoever brings the file may only add.
 */
export const holds = ['paid', 'partPaid', 'other', 'messaged', 'noEdit'] as const;
export type Hold = (typeof holds)[number];

/** What older bills of a child leave open today, and would if none of them were late; the billings they are of. Rupees. */
export const olderBills = z.object({
  today: z.number(),
  inTime: z.number(),
  billings: z.array(z.string()),
});
export type OlderBills = z.infer<typeof olderBills>;

/**
 * What a later bill of the child asks for as arrears that no older bill accounts for yet, and the billing it is of;
 * `others`: what is open before it besides this row; `inTimeFrom`: the earliest due date that is in time
 * still. Rupees.
 */
export const newerBill = z.object({
  asked: z.number(),
  others: olderBills.omit({ billings: true }),
  inTimeFrom: z.string(),
  billings: z.array(z.string()),
});
export type NewerBill = z.infer<typeof newerBill>;

/** What the store knows of one row; rows of which it knows nothing are not answered. */
export const foundRow = z.object({
  row: count,
  /** The bill of this billing that the row speaks of. */
  bill: bill.nullable(),
  hold: z.enum(holds).nullable(),
  /** Its invoice number stands on another bill of this billing: that one's registration number or name. */
  invoiceOf: z.string().nullable(),
  elsewhere: elsewhere.nullable(),
  /** Of a row that asks for arrears. */
  older: olderBills.optional(),
  /** Of a row of a month before one that asks for arrears. */
  newer: newerBill.optional(),
});
export type FoundRow = z.infer<typeof foundRow>;

/** When the very same file, or that sheet of it, was brought in, by whom and where; only while that import stands. */
export const sameFile = z.object({ groupName: z.string(), by: z.string(), at: z.string() });
export type SameFile = z.infer<typeof sameFile>;

export const checkBills = defineCall({
  method: 'POST',
  path: '/Imports/CheckBills',
  access: 'add',
  campus: 'query',
  summary:
    'Looks rows up before they are saved, and saves nothing: bills they would change, like bills in other billings.',
  query: ofCampus,
  body: z.object({
    /** 0: a new billing of this month and year. */
    groupID: z.int().nonnegative().default(0),
    month,
    year,
    sha256: importedFile.shape.sha256.optional(),
    sheet: importedFile.shape.sheet,
    rows: z.array(billKey).max(mostRowsPerCheck),
  }),
  answer: z.object({
    sameFile: sameFile.nullable(),
    /** What a person last said of the numbers of a billing: whether they go on those of others. Null: nobody was asked. */
    oneSeries: z.boolean().nullable(),
    rows: z.array(foundRow),
  }),
});

export const student = z.object({
  id,
  regNum: z.string(),
  name: z.string(),
  fatherName: z.string().nullable(),
  class: z.string(),
  section: z.string(),
  number: z.string(),
});
export type Student = z.infer<typeof student>;

/** `hold` where a file would not change the student. */
export const foundStudent = student.extend({ hold: z.literal('noEdit').optional() });
export type FoundStudent = z.infer<typeof foundStudent>;

export const checkStudents = defineCall({
  method: 'POST',
  path: '/Imports/CheckStudents',
  access: 'add',
  campus: 'query',
  summary: 'Looks students up by registration number before they are saved, and saves nothing.',
  query: ofCampus,
  body: z.object({ regNums: z.array(longKey).max(mostRowsPerCheck) }),
  answer: z.object({ students: z.array(foundStudent) }),
});

export const imported = z.object({
  id,
  kind: z.enum(importKinds),
  /** Null for students, and when the billing is gone. */
  groupID: id.nullable(),
  groupName: z.string(),
  /** Empty for bills that came from another program. */
  fileName: z.string(),
  sha256: z.string(),
  /** Of the workbook; empty of a text file. */
  sheet: z.string(),
  at: z.string(),
  by: z.string(),
  added: count,
  updated: count,
  skipped: count,
  refused: count,
  undoneAt: z.string().nullable(),
  undoneBy: z.string().nullable(),
  /** Whether the one who asks may undo it: it stands, and is their own or they may delete. */
  mayUndo: z.boolean(),
  /** Whether undoing it removes its billing too: it made that, and nothing else is in it. */
  takesBilling: z.boolean(),
});
export type Imported = z.infer<typeof imported>;

export const listImports = defineCall({
  method: 'GET',
  path: '/Imports',
  access: ['add', 'edit', 'delete'],
  campus: 'query',
  summary: 'What was imported, by whom, from which file, and what came of it; newest first.',
  query: ofCampus.extend({
    groupID: z.coerce.number().int().positive().optional(),
    kind: z.enum(importKinds).optional(),
    after: z.coerce.number().int().nonnegative().default(0),
    take: z.coerce.number().int().min(1).max(largestPage).default(50),
  }),
  answer: z.object({ items: z.array(imported), next: z.number().nullable() }),
});

export const undoImport = defineCall({
  method: 'POST',
  path: '/Imports/:id/Undo',
  access: ['add', 'delete'],
  campus: 'query',
  summary:
    'Takes an import back: what it added is removed, what it changed is as before, and the billing it made goes with its last bill. Refused with the bills that hold it once one was messaged, paid or changed by a later import.',
  params: idInPath,
  query: ofCampus,
  answer: z.object({ removed: count, restored: count, tookBilling: z.boolean() }),
});

export const listHeadings = defineCall({
  method: 'GET',
  path: '/Imports/Headings',
  access: 'add',
  campus: 'query',
  summary: 'The columns that were mapped by hand in this campus.',
  query: ofCampus.extend({ kind: z.enum(importKinds) }),
  answer: z.array(chosenHeading),
});
