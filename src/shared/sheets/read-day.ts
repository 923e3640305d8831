/**
 * Reads days, months and years from cells: real dates, ISO text, and text with the day first. Local time is never used.
 */

import { dayIn, dayOf, firstYear, formatDay, fullMonthNames, isMoneyDay, lastYear } from '../time/dates.ts';
import { asciiDigits, type Cell, dayOfSerial, nameOfCell, withoutGuard } from './cells.ts';
import { type Findings, Problem, type Read } from './problem.ts';
import { cellProblems, rowWarnings } from './sheet-words.ts';

const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const packed = /^(20\d{2})(\d{2})(\d{2})$/;
const dayFirst = /^(\d{1,2}) ?[-/. ] ?(\d{1,2}) ?[-/. ] ?(\d{4}|\d{2})$/;
// Accepts Latin and Urdu letters, and the Urdu comma.
const dayThenName =
  /^(\d{1,2})(?:st|nd|rd|th)?[-/.,\u060c ]*([a-z\u0620-\u06d3]{3,9})[-/.,\u060c '\u2019]*(\d{4}|\d{2})$/i;
const nameThenDay =
  /^([a-z\u0620-\u06d3]{3,9})[-.,\u060c ]*(\d{1,2})(?:st|nd|rd|th)?[-,\u060c '\u2019]+(\d{4}|\d{2})$/i;
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,. ]+/i;
const timeOfDay = /[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?(?:Z|[+-]\d{2}:?\d{2})?$/i;

/** Serial numbers from 2000 to 2099: a plain number in a date column that means a day. */
const plausible = { first: 36_526, last: 73_050 };

/** Any date with a time is shorter. Without a limit a hostile cell could keep the regular expressions busy. */
const longestDay = 60;

/** Month names in Urdu and Arabic, written with Urdu letters. */
const urduMonths: readonly (readonly string[])[] = [
  ['جنوری', 'یناير', 'ینایر'],
  ['فروری', 'فبرایر'],
  ['مارچ', 'مارس'],
  ['اپریل', 'ابریل', 'أبریل'],
  ['مئی', 'مئ', 'مایو'],
  ['جون', 'یونیو'],
  ['جولائی', 'جولائ', 'یولیو'],
  ['اگست', 'أغسطس', 'اغسطس'],
  ['ستمبر', 'سبتمبر'],
  ['اکتوبر', 'أکتوبر'],
  ['نومبر', 'نوفمبر'],
  ['دسمبر', 'دیسمبر'],
];

const fullYear = (year: string): number => (year.length === 2 ? 2000 + Number(year) : Number(year));

/** 1 to 12 for `Jan`, `sept`, `November`, `نومبر`; undefined if it is not a month name. */
export function monthOfName(name: string): number | undefined {
  const plain = name
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/[\u064a\u0649]/g, 'ی')
    .replaceAll('\u0643', 'ک');
  const isIt = (full: string, at: number): boolean =>
    (plain.length >= 3 && full.toLowerCase().startsWith(plain)) || urduMonths[at]?.includes(plain) === true;
  const index = fullMonthNames.findIndex(isIt);
  return index < 0 ? undefined : index + 1;
}

/** `isUnsure`: a program that reads the month first would read another day. */
type DayRead = { day: string; isUnsure: boolean };

const sureOf = (day: string | undefined): DayRead | undefined =>
  day === undefined ? undefined : { day, isUnsure: false };

// The Urdu sign or word for the Christian era after a year, and the Urdu sign between day and month.
const urduYearMark = /(?<=\d) ?(?:\u0621|عیسوی|م)$/;
const urduDateMark = /\s*\u060d\s*/g;

/** The date without the weekday and the time of day. */
const bareDay = (typed: string): string =>
  withoutGuard(asciiDigits(typed))
    .replace(urduDateMark, '/')
    .replace(weekday, '')
    .replace(timeOfDay, '')
    .replace(/\.$/, '')
    .replace(urduYearMark, '');

const instant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)? ?(?:Z|[+-]\d{2}:?\d{2})$/i;

/** The day of an instant in the time zone of the campus; undefined if the text has no time zone. */
function dayOfInstant(typed: string, timeZone: string | undefined): string | undefined {
  const text = withoutGuard(asciiDigits(typed));
  if (timeZone === undefined || !instant.test(text)) return undefined;
  const time = Date.parse(
    text
      .replace(' ', 'T')
      .replace(/ /g, '')
      .replace(/([+-]\d{2})(\d{2})$/, '$1:$2'),
  );
  return Number.isNaN(time) ? undefined : dayIn(timeZone, new Date(time));
}

const dayAndName = /^(\d{1,2})(?:st|nd|rd|th)?[-/.,\u060c ]*([a-z\u0620-\u06d3]{3,9})\.?$/i;
const nameAndDay = /^([a-z\u0620-\u06d3]{3,9})[-.,\u060c ]*(\d{1,2})(?:st|nd|rd|th)?$/i;

/** A day with a month name and without a year: `10-Nov`. */
function yearlessDay(typed: string): { month: number; day: number } | undefined {
  if (typed.length > longestDay) return undefined;
  const text = bareDay(typed);
  const [, first = '', name = ''] = dayAndName.exec(text) ?? [];
  const [, americanName = '', last = ''] = nameAndDay.exec(text) ?? [];
  const month = monthOfName(name || americanName);
  const day = Number(first || last);
  return month !== undefined && dayOf(2000, month, day) ? { month, day } : undefined;
}

/** The orders in which a date of three numbers can be read, and its day; with the day first if possible. */
export type DayOrder = { order: 'dayFirst' | 'monthFirst' | 'unsure'; day: string };

/** Undefined if the text is not a date of three numbers, or if both orders give the same day. */
export function orderOfDay(typed: string): DayOrder | undefined {
  if (typed.length > longestDay) return undefined;
  const text = bareDay(typed);
  const [, first = '', second = '', year = ''] = dayFirst.exec(text) ?? [];
  if (year === '' || first === second || iso.test(text)) return undefined;
  const day = dayOf(fullYear(year), Number(second), Number(first));
  const other = dayOf(fullYear(year), Number(first), Number(second));
  if (day === undefined) return other === undefined ? undefined : { order: 'monthFirst', day: other };
  return { order: other === undefined ? 'dayFirst' : 'unsure', day };
}

/** `order`: whether day or month is first. Without it the day is first, and an ambiguous date is reported. */
function parseDay(typed: string, order: ReadOrder | undefined): DayRead | undefined {
  if (typed.length > longestDay) return undefined;
  const text = bareDay(typed);
  const yearFirst = iso.exec(text) ?? packed.exec(text);
  if (yearFirst) return sureOf(dayOf(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])));
  const numbers = dayFirst.exec(text);
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])];
    const year = fullYear(numbers[3] ?? '');
    const [dayFirst, monthFirst] = [dayOf(year, second, first), dayOf(year, first, second)];
    if (typeof order === 'object') {
      const isMonthFirst = 'day' in order ? monthFirst === order.day : order.monthFirst.has(typed);
      return sureOf((isMonthFirst ? monthFirst : dayFirst) ?? dayFirst ?? monthFirst);
    }
    if (order === 'monthFirst') return sureOf(monthFirst ?? dayFirst);
    if (order === 'dayElseMonth') return sureOf(dayFirst ?? monthFirst);
    if (dayFirst === undefined) return undefined;
    return { day: dayFirst, isUnsure: order === undefined && first <= 12 && first !== second };
  }
  const named = dayThenName.exec(text);
  if (named)
    return sureOf(dayOf(fullYear(named[3] ?? ''), monthOfName(named[2] ?? '') ?? 0, Number(named[1])));
  const american = nameThenDay.exec(text);
  if (!american) return undefined;
  return sureOf(dayOf(fullYear(american[3] ?? ''), monthOfName(american[1] ?? '') ?? 0, Number(american[2])));
}

function dayOfNumber(value: number, is1904: boolean): string | undefined {
  const serial = is1904 ? value + 1462 : value;
  if (serial >= plausible.first && serial < plausible.last + 1) return dayOfSerial(value, is1904);
  return undefined;
}

/**
 * `dayFirst` refuses dates of three numbers that are invalid with the day first. The other values also accept the other
 * order. `day`: the only day that all dates of the column can mean. `monthFirst`: the texts in which the month is first.
 */
export type ReadOrder =
  | 'dayFirst'
  | 'monthFirst'
  | 'dayElseMonth'
  | { day: string }
  | { monthFirst: ReadonlySet<string> };

/** The day of a cell that can be read in one way only; undefined if it is no such day. */
export function sureDayOf(cell: Cell | undefined, is1904: boolean): string | undefined {
  if (typeof cell !== 'string') return trueDayOf(cell, is1904);
  const order = orderOfDay(cell);
  return order ? (order.order === 'unsure' ? undefined : order.day) : parseDay(cell, 'dayElseMonth')?.day;
}

/**
 * `orders`: fields for which the order of day and month in texts is known. `swapped`: fields whose real dates must be
 * swapped back.
 */
export type DayContext = {
  is1904: boolean;
  /** The campus's time zone. Without it an instant is read as the written day. */
  timeZone?: string | undefined;
  orders?: ReadonlyMap<string, ReadOrder> | undefined;
  swapped?: ReadonlySet<string> | undefined;
};

/** The date with day and month swapped; undefined if the result is not a day, or is the same day. */
export function swapDay(day: string): string | undefined {
  const [year = '', month = '', of = ''] = day.split('-');
  return of === month ? undefined : dayOf(Number(year), Number(of), Number(month));
}

/** The day of a cell that a program has stored as a date, unchanged; undefined for text. */
export function trueDayOf(cell: Cell | undefined, is1904: boolean): string | undefined {
  if (typeof cell === 'number') return dayOfNumber(cell, is1904);
  return typeof cell === 'object' && cell?.kind === 'day' ? cell.day : undefined;
}

const turnBack = (day: string, findings: Findings, { swapped }: DayContext): string =>
  (swapped?.has(findings.field) ? swapDay(day) : undefined) ?? day;

/** The day of a plain number or a text, with a warning if it is ambiguous. */
function findDay(cell: string | number, findings: Findings, context: DayContext): string | undefined {
  const serial = typeof cell === 'number' ? dayOfNumber(cell, context.is1904) : undefined;
  if (serial) {
    const counted = turnBack(serial, findings, context);
    findings.ofCell('unsureDate', rowWarnings.serialDate(String(cell), formatDay(counted)));
    return counted;
  }
  const ofInstant = typeof cell === 'string' ? dayOfInstant(cell, context.timeZone) : undefined;
  if (ofInstant) return ofInstant;
  const read = parseDay(String(cell), context.orders?.get(findings.field));
  if (read?.isUnsure)
    findings.ofCell('unsureDate', rowWarnings.dayFirst(nameOfCell(cell), formatDay(read.day)));
  return read?.day;
}

/** Reads the day on which money was received. */
export function readMoneyDay(cell: Cell, findings: Findings, context: DayContext): Read<string> {
  const day = readDay(cell, findings, context);
  const isEarly = typeof day === 'string' && !isMoneyDay(day);
  return isEarly ? new Problem(cellProblems.earlyDay(nameOfCell(cell))) : day;
}

/** Reads a day as `YYYY-MM-DD`. A plain number that can only be a serial number is read as such, with a warning. */
export function readDay(cell: Cell, findings: Findings, context: DayContext): Read<string> {
  const isTrueDate = typeof cell === 'object' && cell?.kind === 'day';
  // Before March 1900 Excel counts a day that did not exist; after 2199 no bill is due.
  if (isTrueDate && cell.day >= '1900-03-01' && cell.day < '2200')
    return turnBack(cell.day, findings, context);
  const day =
    typeof cell === 'string' || typeof cell === 'number' ? findDay(cell, findings, context) : undefined;
  if (day === undefined && typeof cell === 'string') {
    const yearless = yearlessDay(cell);
    if (yearless) {
      findings.yearless.push({ field: findings.field, title: findings.title, typed: cell, ...yearless });
      return null;
    }
  }
  return day ?? new Problem(cellProblems.notDay(nameOfCell(cell)));
}

/**
 * Adds the year of the voucher to a day. An issue date may be before the voucher's month. Any other earlier day, or a
 * missing year of the voucher, must be decided by a person.
 */
export function readYearless(
  { field, typed, month, day }: Findings['yearless'][number],
  voucher: { month: number; year: number | undefined },
): string | Problem {
  const { year } = voucher;
  if (year === undefined) return new Problem(cellProblems.noYear(nameOfCell(typed)));
  const isBefore = month < voucher.month;
  if (isBefore && field !== 'issueDate') return new Problem(cellProblems.beforeVoucher(nameOfCell(typed)));
  const isYearBefore = field === 'issueDate' && month - voucher.month > 6;
  const read = dayOf(isYearBefore ? year - 1 : year, month, day);
  return read ?? new Problem(cellProblems.notDay(nameOfCell(typed)));
}

/** Whether a text is a day such as `10-Nov`, which lacks only its year. */
export const isWithoutYear = (typed: string): boolean => yearlessDay(typed) !== undefined;

const monthShapes = [
  /^(?<month>\d{1,2})(?:\.0+)?$/,
  /^(?<month>[a-z\u0620-\u06d3]{3,9})\.?(?:[-/,\u060c ]*(?:\d{4}|\d{2}))?$/i,
  /^(?<month>\d{1,2}) ?[-/] ?\d{4}$/,
  /^\d{4} ?[-/] ?(?<month>\d{1,2})$/,
];

function parseMonth(typed: string): number | undefined {
  if (typed.length > longestDay) return undefined;
  const text = asciiDigits(typed);
  for (const shape of monthShapes) {
    const written = shape.exec(text)?.groups?.month;
    if (written) return monthOfName(written) ?? Number(written);
  }
  return undefined;
}

const monthOfDay = (day: string): number => Number(day.slice(5, 7));

/** Reads the month of a voucher: 1 to 12, a name (`Nov`, `November 2026`), or the month of a date. */
export function readMonth(cell: Cell, findings: Findings, context: DayContext): Read<number> {
  if (typeof cell === 'number' && Number.isInteger(cell) && cell >= 1 && cell <= 12) return cell;
  const named = typeof cell === 'string' ? parseMonth(cell) : undefined;
  if (named !== undefined && named >= 1 && named <= 12) return named;
  const isDate = typeof cell === 'object' || (named === undefined && typeof cell !== 'boolean');
  const day = isDate ? readDay(cell, findings, context) : null;
  return typeof day === 'string' ? monthOfDay(day) : new Problem(cellProblems.notMonth(nameOfCell(cell)));
}

function parseYear(cell: Cell): number {
  if (typeof cell === 'object') return cell?.kind === 'day' ? Number(cell.day.slice(0, 4)) : 0;
  const text = asciiDigits(nameOfCell(cell));
  return /^(?:\d{2}|\d{4})(?:\.0+)?$/.test(text) ? Number(text) : 0;
}

/** Reads the year of a voucher, in the range of billings. Two digits mean this century, as in a date. */
export function readYear(cell: Cell): Read<number> {
  const typed = typeof cell === 'number' ? cell : parseYear(cell);
  const year = typed < 100 ? 2000 + typed : typed;
  return Number.isInteger(year) && year >= firstYear && year <= lastYear
    ? year
    : new Problem(cellProblems.notYear(nameOfCell(cell), firstYear, lastYear));
}
