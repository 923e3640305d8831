/**
 * Finds date columns whose day and month a spreadsheet has swapped: in US locale `5/11/2026` becomes 11 May, while
 * `25/11/2026` stays text. A question is about a whole column. It is asked only if the dates of the column fit the
 * vouchers better when swapped.
 */
import { type Cell, tidy } from './cells.ts';
import type { DayQuestion } from './checked.ts';
import type { MappedColumn } from './find-header.ts';
import { monthsOf, type Period } from './look-at-bill.ts';
import { Findings } from './problem.ts';
import { orderOfDay, readMonth, readYear, swapDay, trueDayOf } from './read-day.ts';
import type { Table } from './read-table.ts';

type Answers = ReadonlyMap<string, 'swap' | 'keep'>;

/**
 * `from` and `to`: how many months from the voucher's month a date is normal. `nearest`: how far a date may be from it
 * when swapped back.
 */
const usual: Record<string, { from: number; to: number; nearest: number }> = {
  dueDate: { from: -1, to: 2, nearest: 1 },
  expiryDate: { from: -1, to: 6, nearest: 3 },
  issueDate: { from: -3, to: 1, nearest: 2 },
};

/** The number of dates in a column that could be swapped, and how many of them look wrong or right. */
type DaysEvidence = {
  swappable: number;
  wrong: number;
  right: number;
  /** A day above 12 cannot come from a swap. */
  isSure: boolean;
  months: Set<number>;
  example: string;
  /** The texts of the dates that look wrong. */
  texts: Set<string>;
};

type Sheet = Pick<Table, 'rows' | 'first' | 'mapped' | 'is1904' | 'textOrders'>;

const columnOfField = ({ mapped }: Sheet, field: string): MappedColumn | undefined =>
  mapped.find(({ column }) => column.field === field);

/** The day of a cell as it is, without a swap; undefined if the cell itself shows which number is the day. */
function dayRead(cell: Cell | undefined, { is1904, textOrders }: Sheet, field: string): string | undefined {
  if (typeof cell !== 'string') return trueDayOf(cell, is1904);
  const dayOrder = orderOfDay(cell);
  if (dayOrder?.order !== 'unsure') return undefined;
  const order = textOrders?.get(field);
  if (typeof order === 'object') return undefined;
  return order === 'monthFirst' ? swapDay(dayOrder.day) : order && dayOrder.day;
}

/** The months of unambiguous texts in the day columns. `25/11/2026` beside real dates is evidence of a swap. */
function monthsOfSureTexts(sheet: Sheet): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  for (const { column, index } of sheet.mapped) {
    if (column.kind !== 'day') continue;
    const texts = new Set<string>();
    for (let at = sheet.first; at < sheet.rows.length; at += 1) {
      const cell = sheet.rows[at]?.[index];
      if (typeof cell === 'string') texts.add(cell);
    }
    const sure = [...texts].map(orderOfDay).filter((one) => one !== undefined && one.order !== 'unsure');
    if (sure.length > 0) found.set(column.field, new Set(sure.map((one) => monthsOf(one?.day ?? ''))));
  }
  return found;
}

/**
 * Returns the month of a row's voucher, since the year 0. A date in the month column is swapped back if a person said
 * that this column is swapped.
 */
function vouchersOf(sheet: Sheet, billing: Period, isSwapped: boolean): (row: readonly Cell[]) => number {
  const month = columnOfField(sheet, 'month');
  const year = columnOfField(sheet, 'year');
  const context = { is1904: sheet.is1904, ...(isSwapped ? { swapped: new Set(['month']) } : {}) };
  const findings = new Findings();
  findings.field = 'month';
  const cache = new Map<Cell | undefined, number>();
  const monthIn = (cell: Cell | undefined): number => {
    const read = cell === null || cell === undefined ? null : readMonth(cell, findings, context);
    return typeof read === 'number' ? read : billing.month;
  };
  const yearIn = (cell: Cell | undefined): number => {
    const read = cell === null || cell === undefined ? null : readYear(cell);
    return typeof read === 'number' ? read : billing.year;
  };
  return (row) => {
    const [monthCell, yearCell] = [month && row[month.index], year && row[year.index]];
    const months = cache.get(monthCell) ?? monthIn(monthCell);
    cache.set(monthCell, months);
    return yearIn(yearCell) * 12 + months;
  };
}

const nothing = (): DaysEvidence => ({
  swappable: 0,
  wrong: 0,
  right: 0,
  isSure: false,
  months: new Set(),
  example: '',
  texts: new Set(),
});

const distance = (months: number, from: readonly number[]): number =>
  Math.min(...from.map((one) => Math.abs(months - one)));

/** Whether a date looks wrong as it is, and right when swapped back. */
function isWrong(
  { field, from, swapped }: { field: string; from: number; swapped: number },
  { voucher, traces }: { voucher: number; traces: readonly number[] },
): boolean {
  if (traces.length > 0)
    return distance(swapped, [voucher, ...traces]) < distance(from, [voucher, ...traces]);
  const bounds = usual[field] ?? { from: 0, to: 0, nearest: 0 };
  const isUsual = from - voucher >= bounds.from && from - voucher <= bounds.to;
  return (
    !isUsual &&
    Math.abs(swapped - voucher) <= bounds.nearest &&
    Math.abs(swapped - voucher) < Math.abs(from - voucher)
  );
}

function lookAt(
  sheet: Sheet,
  { column: { field }, index }: MappedColumn,
  of: { voucherOf: (row: readonly Cell[]) => number; traces: readonly number[] },
): DaysEvidence {
  const look = nothing();
  const isMixed = sheet.textOrders?.get(field) === 'mixed';
  const cache = new Map<string, 'wrong' | 'right' | 'either'>();
  for (let at = sheet.first; at < sheet.rows.length; at += 1) {
    const row = sheet.rows[at] ?? [];
    const day = dayRead(row[index], sheet, field);
    if (day === undefined) continue;
    const other = swapDay(day);
    if (Number(day.slice(8)) > 12) look.isSure = true;
    if (other === undefined) continue;
    const voucher = of.voucherOf(row);
    const key = `${day} ${voucher}`;
    const months = { field, from: monthsOf(day), swapped: monthsOf(other) };
    const back = { field, from: months.swapped, swapped: months.from };
    const result =
      cache.get(key) ??
      (isWrong(months, { voucher, traces: of.traces })
        ? 'wrong'
        : isWrong(back, { voucher, traces: of.traces })
          ? 'right'
          : 'either');
    cache.set(key, result);
    look.swappable += 1;
    if (result === 'right') look.right += 1;
    // If the column has both orders, a date that fits either way is asked about too.
    if (result !== 'wrong' && (result === 'right' || !isMixed)) continue;
    look.wrong += 1;
    look.months.add(months.from);
    look.example ||= day;
    if (typeof row[index] === 'string') look.texts.add(String(tidy(row[index])));
  }
  return look;
}

/** If some dates are certainly right, a question is asked only if the others are in several months. */
const shouldAsk = ({ swappable, wrong, right, isSure, months }: DaysEvidence): boolean =>
  wrong > right && wrong * 2 > swappable && (!isSure || months.size > 1);

/** Evidence in a column of months that are written as first days: swapped back, every date is the first of a month. */
function lookAtMonths(sheet: Sheet, { index }: MappedColumn): DaysEvidence {
  const look = nothing();
  for (let at = sheet.first; at < sheet.rows.length; at += 1) {
    const day = dayRead(sheet.rows[at]?.[index], sheet, 'month');
    const other = day && swapDay(day);
    if (!day || !other) continue;
    look.swappable += 1;
    if (!other.endsWith('-01')) continue;
    look.wrong += 1;
    look.example ||= day;
  }
  if (look.wrong < look.swappable) look.wrong = 0;
  return look;
}

/** The columns with a question, including answered questions. */
export function findSwappedDays(sheet: Sheet, billing: Period, answers: Answers): DayQuestion[] {
  const questions: DayQuestion[] = [];
  const askAbout = ({ column: { field }, title }: MappedColumn, look: DaysEvidence): boolean => {
    const answer = answers.get(field) ?? null;
    const isMixed = sheet.textOrders?.get(field) === 'mixed';
    const isQuestion = isMixed ? look.wrong > 0 : shouldAsk(look);
    const [count, from] = [look.wrong || look.swappable, look.example];
    const texts = isMixed ? { texts: [...look.texts] } : {};
    if (isQuestion || answer)
      questions.push({ field, heading: title, count, from, to: swapDay(from) ?? from, ...texts, answer });
    return answer ? answer === 'swap' : isQuestion;
  };
  const month = columnOfField(sheet, 'month');
  const isSwapped = month ? askAbout(month, lookAtMonths(sheet, month)) : false;
  const voucherOf = vouchersOf(sheet, billing, isSwapped);
  const traces = monthsOfSureTexts(sheet);
  const all = [...traces.values()].flatMap((months) => [...months]);
  for (const one of sheet.mapped) {
    if (one.column.kind !== 'day') continue;
    const own = traces.get(one.column.field);
    askAbout(one, lookAt(sheet, one, { voucherOf, traces: own ? [...own] : all }));
  }
  return questions;
}
