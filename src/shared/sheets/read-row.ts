/** Reads one row of cells as a bill or student, with the problems of each cell. */

import { formatAmount, toPaisa, toRupees } from '../money/money.ts';
import { splitPlace } from '../people/class-name.ts';
import { cutText, longestText } from '../text/cut-text.ts';
import { type Cell, isEmptyCell, tidy } from './cells.ts';
import { settleCharge, takeConcessions } from './charge.ts';
import type { NoBill, RowIssue } from './checked.ts';
import { isOnlyOfStudent } from './columns.ts';
import { type MappedColumn, partsOf } from './find-header.ts';
import { warnAboutBill } from './look-at-bill.ts';
import { Findings, Problem, type Read } from './problem.ts';
import { readHeadAmount } from './read-amount.ts';
import { readCell, type SheetContext } from './read-cell.ts';
import { readYearless } from './read-day.ts';
import { longestNumber } from './read-text.ts';
import { cellProblems, exampleRegNum, rowProblems, rowWarnings } from './sheet-words.ts';
import { sayShifted } from './shifted-cells.ts';

/** The readable values by field; `numbers` are E.164. A row with an `error` issue cannot become a bill. */
export type RowRead = {
  values: Record<string, string | number>;
  issues: readonly RowIssue[];
  numbers: readonly string[];
  /** The total of the sheet, if a question about it is open. */
  stated?: number;
};

/** A row without any of these fields cannot be matched to a student. */
const identifying = ['regNum', 'name', 'number'] as const;
const neededOfStudent = ['regNum', 'name', 'class'] as const;
const totalsWord = /^(?:grand |sub[- ]?|net )?totals?\s*:?$/i;
/** In a sheet with fewer known columns, a normal row may have only one filled cell. */
const fewColumns = 3;

/**
 * Joins the values of the columns of one field. An unreadable value is reported and left out. If no value is
 * readable, the result is the problem of the first column, reported under that column's heading.
 */
function readParts(
  parts: readonly MappedColumn[],
  row: readonly Cell[],
  reading: { context: SheetContext; findings: Findings },
): Read<string> {
  const { findings } = reading;
  const problems: { title: string; problem: Problem }[] = [];
  let text = '';
  for (const part of parts) {
    findings.title = part.title;
    const { numbers } = findings;
    let value = readCell(part, row, reading);
    const more = text === '' ? String(value) : `${text}, ${value}`;
    if (typeof value === 'string' && more.length > longestNumber) {
      findings.numbers = numbers;
      value = new Problem(cellProblems.tooLong(longestNumber));
    }
    if (value instanceof Problem) problems.push({ title: part.title, problem: value });
    else if (value !== null) text = more;
  }
  const [first] = problems;
  if (text === '' && first) findings.title = first.title;
  if (text === '') return first?.problem ?? null;
  for (const { title, problem } of problems) {
    findings.title = title;
    findings.ofCell('repaired', rowWarnings.columnLeftOut(problem.sentence));
  }
  return text;
}

type Values = Readonly<Record<string, string | number>>;

/** `Total` may also be the name of a head, so a row with a pupil's name or a phone number is not a row of totals. */
function isTotals(values: Values, row: readonly Cell[]): boolean {
  const isWord = (cell: unknown): boolean => typeof cell === 'string' && totalsWord.test(cell.trim());
  const isNamed = values.name !== undefined && !isWord(values.name);
  return values.number === undefined && !isNamed && row.some(isWord);
}

/** A row that is not a bill and that most sheets have, so it needs no warning. */
export function kindOfNoBill({ values }: RowRead, row: readonly Cell[]): NoBill | 'example' | undefined {
  if (isTotals(values, row)) return 'totals';
  return isExample(values) ? 'example' : undefined;
}

const isExample = (values: Values): boolean => String(values.regNum).toUpperCase() === exampleRegNum;

/** Why the row is not a bill although its cells are readable. */
function notARow(values: Values, context: SheetContext): string | undefined {
  if (isExample(values)) return rowProblems.example;
  if (!identifying.some((field) => values[field] !== undefined))
    return context.kind === 'bills' ? rowProblems.notABill : rowProblems.notAStudent;
  if (values.number !== undefined || context.mapped.length < fewColumns) return undefined;
  return Object.keys(values).length === 1 ? rowProblems.onlyOneCell : undefined;
}

/** The sum in rupees of fee columns that have no head in the bill. */
function sumBeyond(row: readonly Cell[], indexes: readonly number[]): number {
  const amounts = indexes.map((index) => {
    const cell = tidy(row[index]);
    const read = cell === null ? null : readHeadAmount(cell, new Findings());
    return typeof read === 'number' ? toPaisa(read) : 0;
  });
  return toRupees(amounts.reduce((sum, amount) => sum + amount, 0));
}

/** Computes the paid amount from the outstanding amount and the total. */
function computePaid(values: Record<string, string | number>, findings: Findings): void {
  const { outstanding, total, paidAmount: paid } = values;
  delete values.outstanding;
  if (typeof outstanding !== 'number') return;
  if (typeof total !== 'number') {
    // Without a total, the total is the outstanding amount plus what was paid.
    const isUnread = findings.issues.some(({ field }) => field === 'total');
    if (!isUnread)
      values.total = toRupees(toPaisa(outstanding) + (typeof paid === 'number' ? toPaisa(paid) : 0));
    return;
  }
  const rest = toPaisa(total) - toPaisa(outstanding);
  const [ofTotal, left] = [formatAmount(total), formatAmount(outstanding)];
  if (typeof paid === 'number' && toPaisa(paid) !== rest)
    findings.ofRow(
      'outstandingDiffers',
      rowProblems.outstandingDiffers(ofTotal, formatAmount(paid), left),
      'outstanding',
    );
  else if (rest < 0)
    findings.ofRow('outstandingDiffers', rowProblems.outstandingAbove(ofTotal, left), 'outstanding');
  else if (rest > 0) values.paidAmount = toRupees(rest);
}

/** Fields that nearly every message uses. Without them it cannot be sent. */
export const namedInMessages = ['name', 'total', 'dueDate'] as const;

function warnAboutMissing(values: Values, { mapped }: SheetContext, findings: Findings): void {
  for (const field of namedInMessages) {
    const title = mapped.find(({ column }) => column.field === field)?.title;
    if (title === undefined || values[field] !== undefined) continue;
    if (findings.issues.some((issue) => issue.field === field)) continue;
    findings.ofRow('missing', rowWarnings.missing(title), field);
  }
}

/** The column with the number of the child, or else with that of the voucher. */
export const codeColumnIn = (mapped: readonly MappedColumn[]): MappedColumn | undefined =>
  mapped.find(({ column }) => column.field === 'regNum') ??
  mapped.find(({ column }) => column.field === 'invNo');

/** A number is never made up, so a row without a registration and an invoice number is named. */
function warnAboutCode(values: Values, { mapped }: SheetContext, findings: Findings): void {
  const column = codeColumnIn(mapped);
  if (!column || values.regNum !== undefined || values.invNo !== undefined) return;
  const { field } = column.column;
  if (findings.issues.some((issue) => issue.field === field)) return;
  findings.ofRow('missing', rowWarnings.noCode(column.title), field);
}

/** Separates class and section, as in `5-B` beside `B`, and gives the class the name that the list has for it. */
function settlePlace(values: Record<string, string | number>, { classes }: SheetContext): void {
  if (typeof values.class !== 'string') return;
  const place = { class: values.class, section: String(values.section ?? '') };
  const { class: name, section } = classes?.placed(place) ?? splitPlace(place);
  values.class = name;
  if (section === '') delete values.section;
  else values.section = section;
}

function checkStudent(values: Values, { mapped }: SheetContext, findings: Findings): void {
  for (const field of neededOfStudent) {
    if (values[field] !== undefined || findings.issues.some((issue) => issue.field === field)) continue;
    const heading = mapped.find(({ column }) => column.field === field)?.title;
    findings.ofRow('unread', rowProblems.missing(heading || fieldNames[field]), field);
  }
}
const fieldNames = { regNum: 'RegistrationNumber', name: 'Name', class: 'Class' } as const;

/**
 * Reads the days without a year, now that the year of the voucher is known. Returns how many of them cannot be read.
 */
function addMissingYears(
  values: Record<string, string | number>,
  context: SheetContext,
  findings: Findings,
): number {
  let unread = 0;
  const { month, year } = values;
  for (const one of findings.yearless) {
    const read = readYearless(one, {
      month: typeof month === 'number' ? month : context.month,
      year: typeof year === 'number' ? year : undefined,
    });
    findings.field = one.field;
    findings.title = one.title;
    if (typeof read === 'string') values[one.field] = read;
    else {
      findings.ofCell('unread', read.sentence);
      unread += 1;
    }
  }
  return unread;
}

/** A row among the bills that is not a bill. */
export const noBillRead = ({ values }: RowRead, none: NoBill): RowRead => ({
  values,
  issues: [rowIssue('notARow', none === 'totals' ? rowProblems.totals : rowProblems.note)],
  numbers: [],
});

/** The values of the columns, the problem of an invalid phone number, and the number of other unreadable cells. */
function readCells(row: readonly Cell[], reading: { context: SheetContext; findings: Findings }) {
  const { context, findings } = reading;
  const values: Record<string, string | number> = {};
  let badNumber: string | undefined;
  let unread = 0;
  for (const mapped of context.mapped) {
    findings.field = mapped.column.field;
    findings.title = mapped.title;
    if (mapped.head?.use === 'concession') continue;
    const value = mapped.also ? readParts(partsOf(mapped), row, reading) : readCell(mapped, row, reading);
    if (value instanceof Problem && mapped.column.kind === 'number')
      badNumber = `${findings.title}: ${value.sentence}`;
    else if (value instanceof Problem && context.kind === 'bills' && isOnlyOfStudent(mapped.column.field))
      findings.ofCell('missing', value.sentence);
    else if (value instanceof Problem) {
      findings.ofCell('unread', value.sentence);
      unread += 1;
    } else if (value !== null) {
      values[mapped.column.field] = value;
      if (mapped.head) values[mapped.head.field] = cutText(mapped.head.name, longestText);
    }
  }
  unread += takeConcessions(row, values, reading);
  return { values, badNumber, unread };
}

type BillReading = { context: SheetContext; findings: Findings; isIdentified: boolean; lacksNumber: boolean };

function checkBill(
  row: readonly Cell[],
  values: Record<string, string | number>,
  { context, findings, isIdentified, lacksNumber }: BillReading,
): void {
  settleCharge(values, context, findings);
  if (findings.paid !== undefined && values.paidAmount === undefined) values.paidAmount = findings.paid;
  computePaid(values, findings);
  if (isIdentified) warnAboutMissing(values, context, findings);
  if (isIdentified && !lacksNumber) warnAboutCode(values, context, findings);
  const { feesBeyond = [], month, year } = context;
  const billing = feesBeyond.length > 0 ? { month, year, beyond: sumBeyond(row, feesBeyond) } : context;
  warnAboutBill(values, billing, findings);
}

/**
 * Reads a row; undefined if all cells are empty. `isBill`: a person says that it is a bill and not a total.
 * `isRight`: a person says that its cells are in the right columns. `lacksNumber`: a person says that its registration
 * number is not known. Never throws.
 */
export function readRow(
  row: readonly Cell[],
  context: SheetContext,
  {
    isBill = false,
    isRight = isBill,
    lacksNumber = false,
  }: { isBill?: boolean; isRight?: boolean; lacksNumber?: boolean } = {},
): RowRead | undefined {
  if (row.every(isEmptyCell)) return undefined;
  const findings = new Findings();
  const { values, badNumber, ...cells } = readCells(row, { context, findings });
  let unread = cells.unread + addMissingYears(values, context, findings);
  // A pupil without a usable number still gets a bill. A row that has only an invalid number identifies nobody.
  const isIdentified = identifying.some((field) => values[field] !== undefined);
  if (badNumber !== undefined && !isIdentified) {
    findings.ofRow('unread', badNumber, 'number');
    unread += 1;
  }
  const isSum = !isBill && isTotals(values, row);
  const whole = isSum ? rowProblems.totals : notARow(values, context);
  // If the row is not a bill only because a cell could not be read, the problem of that cell is reported instead.
  if (whole !== undefined && (unread === 0 || whole === rowProblems.totals || whole === rowProblems.example))
    return { values, issues: [rowIssue('notARow', whole)], numbers: [] };
  const shifted = isRight
    ? undefined
    : sayShifted(row, context, {
        hasAmount: hasAnyAmount(values, context),
        hasUnread: unread > 0 || badNumber !== undefined,
      });
  // The cells belong to other columns, so their other problems mean nothing and are not reported.
  if (shifted !== undefined) return { values, issues: [rowIssue('shifted', shifted)], numbers: [] };
  const stated = values.total;
  if (context.kind === 'bills') {
    checkBill(row, values, { context, findings, isIdentified, lacksNumber });
  } else checkStudent(values, context, findings);
  settlePlace(values, context);
  if (values.number === undefined && !findings.issues.some(({ field }) => field === 'number'))
    findings.ofRow(
      'noNumber',
      badNumber === undefined ? rowWarnings.noNumber : rowWarnings.badNumber(badNumber),
      'number',
    );
  const isOpen = values.total === undefined && typeof stated === 'number';
  return { values, issues: findings.issues, numbers: findings.numbers, ...(isOpen && { stated }) };
}

const rowIssue = (kind: 'notARow' | 'shifted', sentence: string): RowIssue => ({
  kind,
  level: 'error',
  sentence,
});

const hasAnyAmount = (values: Values, { mapped }: SheetContext): boolean =>
  mapped.some(
    ({ column: { field, kind } }) =>
      (kind === 'amount' || kind === 'headAmount') && values[field] !== undefined,
  );
