/** The columns of a bill (specification, section 3) and of a roster, in order, and how a heading is recognised. */

import { longestText } from '../text/cut-text.ts';
import type { Cell } from './cells.ts';
import type { BillRow, ImportKind, StudentRow } from './sheet-rows.ts';
import { spellings } from './spellings.ts';

/** How the cells of a column are read. A `code` is a text in which every digit matters. */
export type ColumnKind =
  | 'code'
  | 'text'
  | 'amount'
  | 'headAmount'
  | 'day'
  | 'month'
  | 'year'
  | 'number'
  | 'status';

/**
 * Two fields are no fields of a bill. `outstanding`: together with the total it gives the paid amount. `instalment`: what
 * is due now of the total of a year.
 */
export type Field = ((keyof BillRow | keyof StudentRow) & string) | 'outstanding' | 'instalment';

export type Column = { heading: string; field: Field; kind: ColumnKind };

const tenOf = (make: (n: number) => Column): Column[] =>
  Array.from({ length: 10 }, (_, index) => make(index + 1));

const regNum: Column = { heading: 'RegistrationNumber', field: 'regNum', kind: 'code' };
const name: Column = { heading: 'Name', field: 'name', kind: 'text' };
// The spec calls it `mobile`; on the wire a bill's numbers are `number`.
export const mobileColumn: Column = { heading: 'Mobile', field: 'number', kind: 'number' };

/** The columns of a bill, in the spec's order, and the status that our own export adds. */
export const columns: readonly Column[] = [
  regNum,
  { heading: 'InvoiceNumber', field: 'invNo', kind: 'code' },
  ...tenOf((n) => ({ heading: `Head${n}`, field: `head${n}` as Field, kind: 'text' })),
  ...tenOf((n) => ({ heading: `Amount${n}`, field: `amount${n}` as Field, kind: 'headAmount' })),
  { heading: 'TotalAmount', field: 'total', kind: 'amount' },
  { heading: 'DueDate', field: 'dueDate', kind: 'day' },
  { heading: 'AmountAfterDueDate', field: 'amountAfterDueDate', kind: 'amount' },
  { heading: 'ExpiryDate', field: 'expiryDate', kind: 'day' },
  { heading: 'IssueDate', field: 'issueDate', kind: 'day' },
  { heading: 'VoucherMonth', field: 'month', kind: 'month' },
  { heading: 'VoucherYear', field: 'year', kind: 'year' },
  name,
  mobileColumn,
  { heading: 'Email', field: 'email', kind: 'text' },
  { heading: 'Branch', field: 'branch', kind: 'text' },
  { heading: 'Status', field: 'status', kind: 'status' },
];

/** Columns about payments besides the status. */
const paidColumns: readonly Column[] = [
  { heading: 'PaidAmount', field: 'paidAmount', kind: 'amount' },
  { heading: 'PaidOn', field: 'paidOn', kind: 'day' },
  { heading: 'Outstanding', field: 'outstanding', kind: 'amount' },
];

/** Columns of a student that a bill does not have. A sheet of bills may contain them too. */
const placeColumns: readonly Column[] = [
  { heading: 'FatherName', field: 'fatherName', kind: 'text' },
  { heading: 'Class', field: 'class', kind: 'text' },
  { heading: 'Section', field: 'section', kind: 'text' },
];
export const studentColumns: readonly Column[] = [regNum, name, ...placeColumns, mobileColumn];

/** Whether a sheet of bills and a list of students may both have a column of the field. */
export const isOfBoth = (field: string): boolean => studentColumns.some((one) => one.field === field);

/** Whether the field belongs only to a student, so that a problem in it does not concern the bill. */
export const isOnlyOfStudent = (field: string): boolean => placeColumns.some((one) => one.field === field);

export const columnsOfKind: Record<ImportKind, readonly Column[]> = {
  bills: [...columns, ...paidColumns],
  students: studentColumns,
};

/** A sheet of our own has no such column, because its total is what is due now. */
const instalment: Column = { heading: 'InstalmentDue', field: 'instalment', kind: 'amount' };
const readColumns: Record<ImportKind, readonly Column[]> = {
  bills: [...columnsOfKind.bills, instalment, ...placeColumns],
  students: studentColumns,
};

/** The column of a field, if the kind of import has it. */
export const columnOf = (kind: ImportKind, field: string): Column | undefined =>
  readColumns[kind].find((column) => column.field === field);

// Letters of Arabic keyboards and their Urdu forms, so that a heading from either keyboard is the same.
const urduLetters: Record<string, string> = { ي: 'ی', ى: 'ی', ك: 'ک', ه: 'ہ', ة: 'ہ' };

/**
 * A heading in lower case without spaces, dots, dashes, brackets and apostrophes, which people write differently; `#`
 * is "no". The result is at most 200 characters long, because one Arabic letter can become eighteen.
 */
export const plainHeading = (heading: string): string =>
  heading
    .slice(0, 300)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('#', 'no')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/[\u064a\u0649\u0643\u0647\u0629]/g, (letter) => urduLetters[letter] ?? letter)
    .slice(0, longestText)
    // The cut may have split a surrogate pair.
    .toWellFormed();

/** The plain heading, also without words for "number", currencies and date formats. */
const plainSpelling = (heading: string): string =>
  plainHeading(
    heading
      .slice(0, 300)
      .replace(/\(\s*(?:rs\.?|pkr|\u20a8|d{1,2}.m{1,3}.y{2,4})\s*\)/i, '')
      .replace(/number|num\b|nbr/i, 'no'),
  );

// These are maps instead of objects, so that `__proto__` is an ordinary heading.
type ColumnIndex = { byName: ReadonlyMap<string, Column>; bySpelling: ReadonlyMap<string, Meaning> };

/** `rank`: how well the heading fits the column; the lowest fits best, and 0 is the exact name. */
export type Meaning = { column: Column; rank: number };

function indexColumns(kind: ImportKind): ColumnIndex {
  const ofKind = readColumns[kind];
  const bySpelling = new Map<string, Meaning>();
  for (const [field, list] of spellings[kind]) {
    const column = ofKind.find((one) => one.field === field);
    for (const [at, spelling] of list.entries()) {
      const plain = plainSpelling(spelling);
      if (column && !bySpelling.has(plain)) bySpelling.set(plain, { column, rank: at + 1 });
    }
  }
  for (const column of ofKind) {
    const plain = plainSpelling(column.heading);
    if (!bySpelling.has(plain)) bySpelling.set(plain, { column, rank: 0 });
  }
  return { byName: new Map(ofKind.map((column) => [plainHeading(column.heading), column])), bySpelling };
}

const columnIndexes: Record<ImportKind, ColumnIndex> = {
  bills: indexColumns('bills'),
  students: indexColumns('students'),
};

/** The column with exactly this name. */
export const recogniseName = (heading: string, kind: ImportKind): Column | undefined =>
  columnIndexes[kind].byName.get(plainHeading(heading));

/** The column of a heading and how well it fits: by its exact name or a usual spelling. */
export function meaningOf(heading: string, kind: ImportKind): Meaning | undefined {
  const byName = recogniseName(heading, kind);
  const isVeryName = byName && heading.trim().toLowerCase() === byName.heading.toLowerCase();
  if (isVeryName) return { column: byName, rank: 0 };
  const bySpelling = columnIndexes[kind].bySpelling.get(plainSpelling(heading));
  return bySpelling ?? (byName && { column: byName, rank: 0 });
}

/** The column of a heading cell, by its name or a usual spelling. */
export const recognise = (heading: Cell | undefined, kind: ImportKind = 'bills'): Column | undefined =>
  typeof heading === 'string' ? meaningOf(heading, kind)?.column : undefined;
