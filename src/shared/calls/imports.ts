/** Imports: what one file or one save added or changed, who did it, and its undo. */
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
import { carryAll, groupToSave, lowering, oneSeries } from './groups.ts';
import { newStudent } from './students.ts';

export const importKinds = ['bills', 'students'] as const;
export type ImportKind = (typeof importKinds)[number];

const count = z.int().nonnegative();
const countOfRows = count.max(mostRowsPerSheet);
const longKey = z.string().trim().max(300);
const saveID = z.string().min(8).max(80);

/** The file of the rows, with its SHA-256 in lower-case hex. `sheet`: the sheet of a workbook. */
export const importedFile = z.object({
  name: z.string().max(300),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Give the SHA-256 of the file in hex.'),
  sheet: z.string().max(longestSheetName).optional(),
});

/** Columns that the clerk mapped by hand, remembered for the campus. `field` null: the column is not used. */
export const chosenHeading = z.object({
  heading: z.string().min(1).max(200),
  field: z.string().max(40).nullable(),
});
export type ChosenHeading = z.infer<typeof chosenHeading>;

/**
 * What a spelling of a class in the file means. `name` is the class that its rows go to; the spelling itself if it stays
 * a class of its own.
 */
export const classAnswer = z.object({
  spelling: z.string().trim().min(1).max(200),
  name: z.string().trim().min(1).max(200),
});
export type ClassAnswer = z.infer<typeof classAnswer>;

/** The first line of an import's body. Each further line is one bill or one student. */
const importHead = {
  /** The client's id of this save, an idempotency key: a repeated save returns the same answer and changes nothing. */
  saveID,
  file: importedFile,
  /** Rows of the file that are not sent: `skipped` by the clerk, and `refused` by the check. */
  left: z.object({ skipped: countOfRows, refused: countOfRows }).default({ skipped: 0, refused: 0 }),
  headings: z.array(chosenHeading).max(200).default([]),
  /** Without an answer a row goes to the existing class of which its class is another spelling. */
  classes: z.array(classAnswer).max(1000).default([]),
};
/** Which children of a sheet of bills are saved to the list of students. `new`: only those that it lacks. */
export const childrenChoices = ['all', 'new', 'none'] as const;
export type ChildrenChoice = (typeof childrenChoices)[number];

/** A row of a sheet of bills. With a registration number, a name and a class it is also a child of the roster. */
export const sheetBill = newBill.extend(newStudent.pick({ fatherName: true, section: true }).shape).extend({
  class: newStudent.shape.class.nullish(),
});
export type SheetBill = z.infer<typeof sheetBill>;

export const billsHead = z.object({
  ...importHead,
  group: groupToSave,
  oneSeries,
  carryAll,
  ...lowering,
  children: z.enum(childrenChoices).default('none'),
});
export type BillsHead = z.infer<typeof billsHead>;
export const studentsHead = z.object(importHead);
export type StudentsHead = z.infer<typeof studentsHead>;

/**
 * The counts are of the whole file. `skipped`: rows that change nothing or may not change anything. `refused`: rows
 * that the check refused. `held`: rows, by their position in the request, that would have changed a paid or messaged
 * bill, or one that the user may not edit.
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

/** How many students an import of bills added and changed. */
export const savedChildren = z.object({ added: count, updated: count });
export type SavedChildren = z.infer<typeof savedChildren>;

export const importBills = defineCall({
  method: 'POST',
  path: '/Imports/Bills',
  access: 'add',
  campus: 'body',
  summary:
    'Saves the rows of a file. The body is `application/x-ndjson`: first a line `{group, saveID, file, left, headings, classes, oneSeries, carryAll, reason, confirmed, children}`, then one bill per line. If a row is invalid, nothing is saved and `issues` lists the errors by row. Without the right to edit, a row that changes a bill is not saved and listed as `held`. A row by which a bill charges less needs the right to delete and a `reason`, otherwise it is `held`. With `children`, the fields `fatherName`, `class` and `section` of a row are saved to its student: `all` adds and changes students, `new` only adds.',
  query: ofSchool,
  lines: { head: billsHead, row: sheetBill },
  answer: importAnswer.extend({ id, children: savedChildren.nullable() }),
  bodyLimit: largestImport,
});

export const importStudents = defineCall({
  method: 'POST',
  path: '/Imports/Students',
  access: 'add',
  campus: 'query',
  summary:
    'Saves a roster. The body is `application/x-ndjson`: first a line `{saveID, file, left, headings, classes}`, then one student per line. If a row is invalid, nothing is saved and `issues` lists the errors by row. Without the right to edit, a row that changes a student is not saved and listed as `held`.',
  query: ofCampus,
  lines: { head: studentsHead, row: newStudent },
  answer: importAnswer,
  bodyLimit: largestImport,
});

/** The fields that identify a bill. `row` is the caller's own number for it. */
export const billKey = z.object({
  row: count,
  regNum: longKey.nullish(),
  invNo: longKey.nullish(),
  name: longKey.nullish(),
  number: longKey.nullish(),
  month: month.nullish(),
  year: year.nullish(),
  total: z.number().nullish(),
  /** The arrears of the row, in rupees. */
  arrears: z.number().nullish(),
});
export type BillKey = z.infer<typeof billKey>;

/**
 * A matching bill in another billing. `bill`: the same registration, month and total, and not two different invoice
 * numbers; the row is refused. `invoice`: the same invoice number in the same month; the row is refused if both
 * billings share one series. `oldInvoice`: the invoice number in another month. `registration`: another bill of that
 * registration in the same month. The last two are warnings for a person.
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
 * Why a file does not change a stored bill: it is paid, part-paid, neither owed nor paid, or messaged, the user may only
 * add, or it would charge less. Whether it charges less depends on the values of the row: `CheckBills` does not know it.
 */
export const holds = ['paid', 'partPaid', 'other', 'messaged', 'noEdit', 'lowered'] as const;
export type Hold = (typeof holds)[number];

/**
 * The open amount of a child's older bills today, the open amount without late charges, and the names of their
 * billings. Rupees.
 */
export const olderBills = z.object({
  today: z.number(),
  inTime: z.number(),
  billings: z.array(z.string()),
});
export type OlderBills = z.infer<typeof olderBills>;

/**
 * The arrears of a later bill of the child that no older bill explains yet, and its billing. `others`: the open amount
 * of the other earlier bills, without this row. `inTimeFrom`: the earliest due date that is still in time. Rupees.
 */
export const newerBill = z.object({
  charged: z.number(),
  others: olderBills.omit({ billings: true }),
  inTimeFrom: z.string(),
  billings: z.array(z.string()),
});
export type NewerBill = z.infer<typeof newerBill>;

/** What the database has for one row. Rows without a match are left out of the answer. */
export const foundRow = z.object({
  row: count,
  /** The bill of this billing that matches the row. */
  bill: bill.nullable(),
  hold: z.enum(holds).nullable(),
  /**
   * Only if the caller may not make the bill charge less. A row that renews its voucher without this fine makes it
   * charge less. Rupees.
   */
  renewFine: z.number().optional(),
  /** Another bill of this billing has the same invoice number: its registration number or name. */
  invoiceOf: z.string().nullable(),
  elsewhere: elsewhere.nullable(),
  /** Only for a new row: the child has a bill of the same month here, with this invoice number. */
  otherInvoice: z.string().optional(),
  /** The row has no invoice number, and the child has several bills of the month here, none with its total. */
  isUnclear: z.boolean().optional(),
  /** Only for a row with arrears. */
  older: olderBills.optional(),
  /** Only for a row of an earlier month than a bill with arrears. */
  newer: newerBill.optional(),
});
export type FoundRow = z.infer<typeof foundRow>;

/** An earlier import of the same file or sheet that is not undone: its time, its user and its billing. */
export const sameFile = z.object({ groupName: z.string(), by: z.string(), at: z.string() });
export type SameFile = z.infer<typeof sameFile>;

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

/** `hold`: a file may not change the student. */
export const foundStudent = student.extend({ hold: z.literal('noEdit').optional() });
export type FoundStudent = z.infer<typeof foundStudent>;

export const checkBills = defineCall({
  method: 'POST',
  path: '/Imports/CheckBills',
  access: 'add',
  campus: 'query',
  summary:
    'Looks up rows before they are saved: the bills that they would change, and matching bills in other billings. Saves nothing.',
  query: ofCampus,
  body: z.object({
    /** 0: a new billing of this month and year. */
    groupID: z.int().nonnegative().default(0),
    month,
    year,
    sha256: importedFile.shape.sha256.optional(),
    sheet: importedFile.shape.sheet,
    rows: z.array(billKey).max(mostRowsPerCheck),
    /** Whether the students with the registration numbers of the rows are returned too. */
    withStudents: z.boolean().default(false),
  }),
  answer: z.object({
    sameFile: sameFile.nullable(),
    /** The last answer whether the billing shares its invoice series with others; null if nobody has answered. */
    oneSeries: z.boolean().nullable(),
    rows: z.array(foundRow),
    students: z.array(foundStudent),
  }),
});

export const checkStudents = defineCall({
  method: 'POST',
  path: '/Imports/CheckStudents',
  access: 'add',
  campus: 'query',
  summary: 'Looks up students by registration number before they are saved. Saves nothing.',
  query: ofCampus,
  body: z.object({ regNums: z.array(longKey).max(mostRowsPerCheck) }),
  answer: z.object({ students: z.array(foundStudent) }),
});

export const imported = z.object({
  id,
  kind: z.enum(importKinds),
  /** Null for students, and if the billing is deleted. */
  groupID: id.nullable(),
  groupName: z.string(),
  /** Empty for bills that came from another program. */
  fileName: z.string(),
  sha256: z.string(),
  /** The sheet of a workbook; empty for a text file. */
  sheet: z.string(),
  at: z.string(),
  by: z.string(),
  added: count,
  updated: count,
  skipped: count,
  refused: count,
  /** Null if it concerns no student, or only students. */
  children: savedChildren.nullable(),
  undoneAt: z.string().nullable(),
  undoneBy: z.string().nullable(),
  /** Whether the user may undo it: it is not undone yet, and it is the user's own or the user may delete. */
  mayUndo: z.boolean(),
  /** Whether the undo also removes the billing: the import created it, and nothing else is in it. */
  takesBilling: z.boolean(),
});
export type Imported = z.infer<typeof imported>;

export const listImports = defineCall({
  method: 'GET',
  path: '/Imports',
  access: ['add', 'edit', 'delete'],
  campus: 'query',
  summary: 'Lists the imports, the newest first, each with its user, file and result.',
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
    'Undoes an import: added bills and students are removed, changed ones get their former values, and a billing that it created is removed with its last bill. Refused, with a list of the bills, if one was messaged, paid or changed by a later import since.',
  params: idInPath,
  query: ofCampus,
  answer: z.object({ removed: count, restored: count, tookBilling: z.boolean() }),
});

export const listHeadings = defineCall({
  method: 'GET',
  path: '/Imports/Headings',
  access: 'add',
  campus: 'query',
  summary: 'Lists the columns that were mapped by hand in this campus.',
  query: ofCampus.extend({ kind: z.enum(importKinds) }),
  answer: z.array(chosenHeading),
});
