/** The rows of a sheet or of a list of numbers, each read to a compact record: a campus has a hundred thousand. */
import type { ImportKind } from '../calls/imports.ts';
import { arrearsOf, type SaidClasses } from '../fee-head-class.ts';
import type { CountryCode } from '../phone.ts';
import { fileFailures } from '../words/sheets.ts';
import { identityOf } from './bill-key.ts';
import type { Cell } from './cells.ts';
import type { NoBill } from './checked.ts';
import type { TextOrders } from './day-order.ts';
import type { MappedColumn } from './find-header.ts';
import { isDueFarOff, isOfOtherPeriod, type Period } from './look-at-bill.ts';
import { NoBillFinder } from './no-bills.ts';
import { bitOf, bitsOf } from './problem.ts';
import type { DotMeaning } from './read-amount.ts';
import type { MergedMeaning, SheetContext } from './read-cell.ts';
import type { ReadOrder } from './read-day.ts';
import { noBillRead, type RowRead, readRow } from './read-row.ts';
import { SheetFailure } from './sheet-failure.ts';
import { mostRows } from './sheet-limits.ts';
import type { Shape } from './sheet-shape.ts';

/** What is to be read. `first` is the place of the first row of data; `lines` are those of a list of numbers. */
export type Table = {
  kind: ImportKind;
  rows: readonly (readonly Cell[])[];
  /** The rows of the file, where those of a student became one. */
  rowsOfFile?: readonly (readonly Cell[])[];
  first: number;
  lines?: readonly number[];
  /** Rows that are hidden in the sheet, by place. */
  hiddenRows?: ReadonlySet<number> | undefined;
  mapped: readonly MappedColumn[];
  is1904: boolean;
  /** Whether cells of it are merged over several rows. */
  hasMerged?: boolean;
  /** Columns of fees that are none of a bill's heads, by place: what is in them counts beside its total. */
  feesBeyond?: readonly number[];
  /** How many cells its rows have; absent where its columns have no headings. */
  shape?: Shape;
  /** What the text of the date columns tells of day and month, and a note of a column, by field. */
  textOrders?: TextOrders;
  dayNotes?: ReadonlyMap<string, string>;
  /** Headings that no field takes. */
  unused: readonly string[];
  /** About the file as a whole. */
  notes: readonly string[];
};

/** What the check remembers of a row; the rest is read again when it is asked for. */
export type RowRecord = {
  /** What it looks like among the others, where it is no bill. */
  none?: NoBill;
  /** Its place among the records. */
  readonly id: number;
  /** Its place among the rows of the table. */
  readonly at: number;
  /** The row's own issues: a bit for each kind. */
  bits: number;
  /** What makes two rows the same bill or student; empty where nothing does. */
  key: string;
  /** E.164, by space. */
  numbers: string;
  /** What tells it from others, as read; the texts are the sheet's own. */
  regNum: string | undefined;
  invNo: string | undefined;
  name: string | undefined;
  number: string | undefined;
  month: number | undefined;
  year: number | undefined;
  /** Rupees. */
  total: number | undefined;
  /** What it asks of older bills, rupees. */
  arrears: number;
  dueDate: string | undefined;
};

/**
 * What holds for every row but the columns and the date system, which are the table's. `swapped`: the fields whose dates
 * a person said are exchanged.
 */
export type Reading = Period & {
  country: CountryCode;
  timeZone?: string;
  swapped?: ReadonlySet<string>;
  /** What dots are in a column of amounts, by field. */
  dots?: ReadonlyMap<string, DotMeaning>;
  /** What a person said of amounts in merged cells, by field. */
  merged?: ReadonlyMap<string, MergedMeaning>;
  /** Most numbers of the sheet are of other countries. */
  areAbroad?: boolean;
  /** What a person said that heads of fees are. */
  feeHeads?: SaidClasses;
};

/** Told now and then how many rows are read. */
export type OnRowsRead = (rowsDone: number) => void;
const progressEvery = 1000;

/** Text is exchanged with the true dates of its column, but where it can be read in one way only. */
function ordersOf({ textOrders }: Table, swapped: ReadonlySet<string> | undefined): Map<string, ReadOrder> {
  const orders = new Map<string, ReadOrder>();
  for (const [field, told] of textOrders ?? []) {
    const isSwapped = swapped?.has(field) === true;
    if (told === 'monthFirst') orders.set(field, isSwapped ? 'dayElseMonth' : 'monthFirst');
    else orders.set(field, isSwapped && told === 'unsure' ? 'monthFirst' : 'dayFirst');
  }
  return orders;
}

export const contextOf = (table: Table, reading: Reading): SheetContext => ({
  kind: table.kind,
  mapped: table.mapped,
  feesBeyond: table.feesBeyond ?? [],
  shape: table.shape,
  is1904: table.is1904,
  orders: ordersOf(table, reading.swapped),
  swapped: reading.swapped,
  country: reading.country,
  timeZone: reading.timeZone,
  dots: reading.dots ?? new Map(),
  merged: reading.merged,
  areAbroad: reading.areAbroad,
  doubted: new Set(),
  month: reading.month,
  year: reading.year,
  feeHeads: reading.feeHeads,
});

const textOf = (value: string | number | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
const numberOf = (value: string | number | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;

const isUnread = (issues: RowRead['issues']): boolean => issues.some(({ kind }) => kind === 'unread');

/** A student is the registration number. */
function keyOf(row: Omit<RowRecord, 'key'>, { issues }: RowRead, context: SheetContext): string {
  const { regNum, invNo, name, number, numbers } = row;
  if (context.kind === 'students') return regNum === undefined ? '' : `r ${regNum}`;
  const isNumbered = regNum !== undefined || invNo !== undefined;
  // Of a name alone whose number cannot be read, nobody can say whether it is the same.
  if (!isNumbered && number === undefined && isUnread(issues)) return '';
  return isNumbered || numbers !== '' || name !== undefined ? identityOf(row, context).text : '';
}

const isNone = bitOf('notARow');

/** The record of a row that was read; undefined stands for a row whose every cell was emptied. */
export function toRecord(
  place: { id: number; at: number; none?: NoBill },
  read: RowRead | undefined,
  context: SheetContext,
): RowRecord {
  const values = read?.values ?? {};
  const bits = read ? bitsOf(read.issues) : isNone;
  const isSomebody = read !== undefined && !(bits & isNone);
  const row = {
    id: place.id,
    at: place.at,
    ...(place.none && { none: place.none }),
    bits,
    numbers: read?.numbers.join(' ') ?? '',
    regNum: textOf(values.regNum),
    invNo: textOf(values.invNo),
    name: textOf(values.name),
    number: textOf(values.number),
    month: numberOf(values.month),
    year: numberOf(values.year),
    total: numberOf(values.total),
    arrears: arrearsOf(values, context.feeHeads),
    dueDate: textOf(values.dueDate),
  };
  return { ...row, key: isSomebody ? keyOf(row, read, context) : '' };
}

const isElsewhen = bitOf('otherPeriod');
const isFarOff = bitOf('dueFarOff');

/** Judges a record anew for the context's month and year: nothing else of a bill depends on them. */
export function judgePeriod(record: RowRecord, context: SheetContext): void {
  if (context.kind !== 'bills' || record.bits & isNone) return;
  record.bits &= ~(isElsewhen | isFarOff);
  if (isDueFarOff(record, context)) record.bits |= isFarOff;
  if (isOfOtherPeriod(record, context)) record.bits |= isElsewhen;
  if (record.regNum !== undefined) record.key = identityOf(record, context).text;
}

/** Reads every row with anything in it. Throws `SheetFailure` where there is none, or more than any campus has. */
export function readTable(table: Table, context: SheetContext, onProgress?: OnRowsRead): RowRecord[] {
  const records: RowRecord[] = [];
  const finder = table.kind === 'bills' && !table.lines ? new NoBillFinder() : undefined;
  for (let at = table.first; at < table.rows.length; at += 1) {
    const row = table.rows[at] ?? [];
    const plain = readRow(row, context);
    if (!plain) continue;
    const none = finder?.look(plain, row);
    const read = none ? noBillRead(plain, none) : plain;
    const id = records.length;
    if (id >= mostRows) throw new SheetFailure(fileFailures.tooManyRows(mostRows));
    records.push(toRecord({ id, at, ...(none && { none }) }, read, context));
    if (records.length % progressEvery === 0) onProgress?.(records.length);
  }
  if (records.length === 0) throw new SheetFailure(fileFailures.noRows);
  return records;
}

/** The sheet's own number of a row, or the line of a list. */
export const rowNumber = ({ lines }: Table, at: number): number => lines?.[at] ?? at + 1;
