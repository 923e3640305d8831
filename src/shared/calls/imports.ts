/** Imports: what one file or one save added or changed, who did it, and its undo. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus, ofSchool } from '../call.ts';
import { largestImport, largestPage, mostRowsPerCheck, mostRowsPerSheet } from '../limits.ts';
import { longestSheetName } from '../sheets/sheet-limits.ts';
import {
  type BillKey,
  type ChosenHeading,
  type ClassAnswer,
  childrenChoices,
  type Elsewhere,
  type FoundRow,
  type FoundStudent,
  holds,
  importKinds,
  type OlderBills,
  type SameFile,
  sameElsewhere,
} from '../sheets/sheet-rows.ts';
import { type Bill, bill, month, newBill, year } from './bills.ts';
import { carryAll, groupToSave, lowering, oneSeries } from './groups.ts';
import { newStudent } from './students.ts';

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
const chosenHeading = z.object({
  heading: z.string().min(1).max(200),
  field: z.string().max(40).nullable(),
}) satisfies z.ZodType<ChosenHeading>;

const classAnswer = z.object({
  spelling: z.string().trim().min(1).max(200),
  name: z.string().trim().min(1).max(200),
}) satisfies z.ZodType<ClassAnswer>;

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
const importAnswer = z.object({
  importID: id,
  added: count,
  updated: count,
  skipped: count,
  refused: count,
  held: z.array(z.object({ row: count, reason: z.string() })),
});
export type ImportAnswer = z.infer<typeof importAnswer>;

/** How many students an import of bills added and changed. */
const savedChildren = z.object({ added: count, updated: count });
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

const billKey = z.object({
  row: count,
  regNum: longKey.nullish(),
  invNo: longKey.nullish(),
  name: longKey.nullish(),
  number: longKey.nullish(),
  month: month.nullish(),
  year: year.nullish(),
  total: z.number().nullish(),
  arrears: z.number().nullish(),
}) satisfies z.ZodType<BillKey>;

const elsewhere = z.object({
  same: z.enum(sameElsewhere),
  groupName: z.string(),
  month,
  year,
}) satisfies z.ZodType<Elsewhere>;

const olderBills = z.object({
  today: z.number(),
  inTime: z.number(),
  billings: z.array(z.string()),
}) satisfies z.ZodType<OlderBills>;

const newerBill = z.object({
  charged: z.number(),
  others: olderBills.omit({ billings: true }),
  inTimeFrom: z.string(),
  billings: z.array(z.string()),
});

/** Rows without a match are left out of the answer. */
const foundRow = z.object({
  row: count,
  bill: bill.nullable(),
  hold: z.enum(holds).nullable(),
  renewFine: z.number().optional(),
  invoiceOf: z.string().nullable(),
  elsewhere: elsewhere.nullable(),
  otherInvoice: z.string().optional(),
  isUnclear: z.boolean().optional(),
  older: olderBills.optional(),
  newer: newerBill.optional(),
}) satisfies z.ZodType<FoundRow<Bill>>;

const sameFile = z.object({
  groupName: z.string(),
  by: z.string(),
  at: z.string(),
}) satisfies z.ZodType<SameFile>;

const student = z.object({
  id,
  regNum: z.string(),
  name: z.string(),
  fatherName: z.string().nullable(),
  class: z.string(),
  section: z.string(),
  number: z.string(),
});
export type Student = z.infer<typeof student>;

const foundStudent = student.extend({
  hold: z.literal('noEdit').optional(),
}) satisfies z.ZodType<FoundStudent>;

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

const imported = z.object({
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
