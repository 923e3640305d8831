/**
 * Reads the rows of a sheet or of a list of numbers as compact records, because a campus may have a hundred thousand.
 */

import { arrearsOf, type ChosenClasses } from '../money/fee-head-class.ts';
import type { CountryCode } from '../people/phone.ts';
import { identityOf } from './bill-key.ts';
import type { Cell } from './cells.ts';
import type { Charge, NoBill } from './checked.ts';
import type { ClassNames } from './class-spellings.ts';
import type { TextOrders } from './day-order.ts';
import type { MappedColumn } from './find-header.ts';
import { isDueFarOff, isOfOtherPeriod, type Period } from './look-at-bill.ts';
import { NoBillFinder } from './no-bills.ts';
import { bitOf, bitsOf } from './problem.ts';
import type { DotMeaning } from './read-amount.ts';
import type { MergedMeaning, SheetContext, ShownMeaning } from './read-cell.ts';
import type { ReadOrder } from './read-day.ts';
import { noBillRead, type RowRead, readRow } from './read-row.ts';
import type { StatusMeaning } from './read-text.ts';
import { SheetFailure } from './sheet-failure.ts';
import { mostRows } from './sheet-limits.ts';
import type { ImportKind } from './sheet-rows.ts';
import type { Shape } from './sheet-shape.ts';
import { fileFailures } from './sheet-words.ts';

/** What to read. `first`: the index of the first data row; `lines`: the line numbers of a list of numbers. */
export type Table = {
  kind: ImportKind;
  rows: readonly (readonly Cell[])[];
  /** The original rows of the file. Present if the rows of each student were joined. */
  rowsOfFile?: readonly (readonly Cell[])[];
  first: number;
  lines?: readonly number[];
  /** Indexes of rows that are hidden in the sheet. */
  hiddenRows?: ReadonlySet<number> | undefined;
  mapped: readonly MappedColumn[];
  is1904: boolean;
  /** Whether the sheet has cells merged over several rows. */
  hasMerged?: boolean;
  /** Indexes of fee columns without a head in the bill. Their amounts count when heads and total are compared. */
  feesBeyond?: readonly number[];
  /** Indexes of rows that are titles of further blocks. */
  titleRows?: ReadonlySet<number> | undefined;
  /** The usual number of cells in a row; absent if the columns have no headings. */
  shape?: Shape;
  /** The order of day and month in the texts of date columns, and notes about them, by field. */
  textOrders?: TextOrders;
  dayNotes?: ReadonlyMap<string, string>;
  /** Headings without a field. */
  unused: readonly string[];
  /** Notes about the file as a whole. */
  notes: readonly string[];
};

/** What the check keeps of a row. The rest is read again on demand. */
export type RowRecord = {
  /** The kind of the row, if the other rows show that it is not a bill. */
  none?: NoBill;
  /** Its index among the records. */
  readonly id: number;
  /** Its index among the rows of the table. */
  readonly at: number;
  /** The issues of the row itself: a bit for each kind. */
  bits: number;
  /** A key that is equal for the same bill or student; empty if nothing identifies it. */
  key: string;
  /** E.164, separated by spaces. */
  numbers: string;
  /** The identifying fields, as read; the texts are those of the sheet. */
  regNum: string | undefined;
  invNo: string | undefined;
  name: string | undefined;
  number: string | undefined;
  month: number | undefined;
  year: number | undefined;
  /** Rupees. */
  total: number | undefined;
  /** The arrears in rupees. */
  arrears: number;
  dueDate: string | undefined;
};

/**
 * Settings for all rows, except the columns and date system, which belong to the table. `swapped`: fields whose dates a
 * person said are swapped.
 */
export type Reading = Period & {
  country: CountryCode;
  timeZone?: string;
  swapped?: ReadonlySet<string>;
  /** For columns with both orders: the texts in which the month is first, by field. */
  monthFirst?: ReadonlyMap<string, ReadonlySet<string>>;
  /** The meaning of dots in amount columns, by field. */
  dots?: ReadonlyMap<string, DotMeaning>;
  /** A person's answers about amounts in merged cells, by field. */
  merged?: ReadonlyMap<string, MergedMeaning>;
  /** How the amount that a bill charges is found, with a person's answer. */
  charge?: Charge;
  /** A person's answer about statuses with an amount. */
  statusAmounts?: StatusMeaning | undefined;
  /** A person's answer about amounts that Excel shows differently from their stored values. */
  shown?: ShownMeaning | undefined;
  /** Whether most numbers of the sheet are of other countries. */
  areAbroad?: boolean;
  /** A person's classes of fee heads. */
  feeHeads?: ChosenClasses;
  /** The names of the classes. */
  classes?: ClassNames;
};

/** Called regularly with the number of rows read. */
export type OnRowsRead = (rowsDone: number) => void;
const progressEvery = 1000;

/** Texts are swapped together with the real dates of their column, unless a text can be read in only one way. */
function ordersOf({ textOrders }: Table, { swapped, monthFirst }: Reading): Map<string, ReadOrder> {
  const orders = new Map<string, ReadOrder>();
  for (const [field, textOrder] of textOrders ?? []) {
    const isSwapped = swapped?.has(field) === true;
    if (typeof textOrder === 'object') orders.set(field, textOrder);
    else if (textOrder === 'mixed')
      orders.set(field, isSwapped ? { monthFirst: monthFirst?.get(field) ?? new Set() } : 'dayElseMonth');
    else if (textOrder === 'monthFirst') orders.set(field, isSwapped ? 'dayElseMonth' : 'monthFirst');
    else orders.set(field, isSwapped && textOrder === 'unsure' ? 'monthFirst' : 'dayFirst');
  }
  return orders;
}

export const contextOf = (table: Table, reading: Reading): SheetContext => ({
  kind: table.kind,
  mapped: table.mapped,
  feesBeyond: table.feesBeyond ?? [],
  shape: table.shape,
  is1904: table.is1904,
  orders: ordersOf(table, reading),
  swapped: reading.swapped,
  country: reading.country,
  timeZone: reading.timeZone,
  dots: reading.dots ?? new Map(),
  merged: reading.merged,
  concessions: table.mapped.filter(({ head }) => head?.use === 'concession'),
  charge: reading.charge,
  statusAmounts: reading.statusAmounts,
  shown: reading.shown,
  shownFields: new Set(),
  areAbroad: reading.areAbroad,
  doubted: new Set(),
  month: reading.month,
  year: reading.year,
  feeHeads: reading.feeHeads,
  classes: reading.classes,
});

const textOf = (value: string | number | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
const numberOf = (value: string | number | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;

const isUnread = (issues: RowRead['issues']): boolean => issues.some(({ kind }) => kind === 'unread');

/** A student is identified by the registration number. */
function keyOf(row: Omit<RowRecord, 'key'>, { issues }: RowRead, context: SheetContext): string {
  const { regNum, invNo, name, number, numbers } = row;
  if (context.kind === 'students') return regNum === undefined ? '' : `r ${regNum}`;
  const isNumbered = regNum !== undefined || invNo !== undefined;
  // A row with only a name and an unreadable number cannot be compared.
  if (!isNumbered && number === undefined && isUnread(issues)) return '';
  return isNumbered || numbers !== '' || name !== undefined ? identityOf(row, context).text : '';
}

const notARowBit = bitOf('notARow');
/** The cells of a shifted row belong to other columns, so they identify nobody. */
const shiftedBit = bitOf('shifted');

/** The record of a row. `read` is undefined if all cells of the row were emptied. */
export function toRecord(
  place: { id: number; at: number; none?: NoBill },
  read: RowRead | undefined,
  context: SheetContext,
): RowRecord {
  const values = read?.values ?? {};
  const bits = read ? bitsOf(read.issues) : notARowBit;
  const isIdentified = read !== undefined && !(bits & (notARowBit | shiftedBit));
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
  return { ...row, key: isIdentified ? keyOf(row, read, context) : '' };
}

const otherPeriodBit = bitOf('otherPeriod');
const dueFarOffBit = bitOf('dueFarOff');

/** Updates the issues that depend on the month and year of the context. No other issue of a bill depends on them. */
export function judgePeriod(record: RowRecord, context: SheetContext): void {
  if (context.kind !== 'bills' || record.bits & notARowBit) return;
  record.bits &= ~(otherPeriodBit | dueFarOffBit);
  if (isDueFarOff(record, context)) record.bits |= dueFarOffBit;
  if (isOfOtherPeriod(record, context)) record.bits |= otherPeriodBit;
  if (record.regNum !== undefined) record.key = identityOf(record, context).text;
}

/** Reads all rows that are not empty. Throws `SheetFailure` if there are none, or more than any campus has. */
export function readTable(table: Table, context: SheetContext, onProgress?: OnRowsRead): RowRecord[] {
  const records: RowRecord[] = [];
  const finder = table.kind === 'bills' && !table.lines ? new NoBillFinder() : undefined;
  for (let at = table.first; at < table.rows.length; at += 1) {
    const row = table.rows[at] ?? [];
    const plain = readRow(row, context);
    if (!plain) continue;
    const found = finder?.look(plain, row);
    const none = table.titleRows?.has(at) ? 'note' : found;
    const read = none ? noBillRead(plain, none) : plain;
    const id = records.length;
    if (id >= mostRows) throw new SheetFailure(fileFailures.tooManyRows(mostRows));
    records.push(toRecord({ id, at, ...(none && { none }) }, read, context));
    if (records.length % progressEvery === 0) onProgress?.(records.length);
  }
  if (records.length === 0) throw new SheetFailure(fileFailures.noRows);
  for (const [id, none] of finder?.late() ?? []) {
    const record = records[id];
    const read = record && readRow(table.rows[record.at] ?? [], context);
    if (read) records[id] = toRecord({ id, at: record.at, none }, noBillRead(read, none), context);
  }
  return records;
}

/** The sheet's own row number, or the line of a list. */
export const rowNumber = ({ lines }: Table, at: number): number => lines?.[at] ?? at + 1;
