/** Days, months and years from cells: true dates, ISO text, and day-first text, never by local time. */
import { dayOf, fullMonthNames } from '../dates.ts';
import { firstYear, lastYear } from '../limits.ts';
import { cellProblems } from '../words/sheets.ts';
import { asciiDigits, type Cell, dayOfSerial, nameOfCell } from './cells.ts';
import { type Notes, Problem, type Read } from './problem.ts';

const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const packed = /^(20\d{2})(\d{2})(\d{2})$/;
const dayFirst = /^(\d{1,2}) ?[-/. ] ?(\d{1,2}) ?[-/. ] ?(\d{4}|\d{2})$/;
const dayThenName = /^(\d{1,2})(?:st|nd|rd|th)?[-/., ]*([a-z]{3,9})[-/., ]*(\d{4}|\d{2})$/i;
const nameThenDay = /^([a-z]{3,9})[-., ]*(\d{1,2})(?:st|nd|rd|th)?[-, ]+(\d{4})$/i;
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[,. ]+/i;
const timeOfDay = /[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?(?:Z|[+-]\d{2}:?\d{2})?$/i;

/** Serial numbers from 2000 to 2099: a plain number in a date column that is meant as a day. */
const plausible = { first: 36_526, last: 73_050 };

/** A date and a time in words are shorter; without a bound a hostile cell could keep the patterns busy. */
const longestDay = 60;

const fullYear = (year: string): number => (year.length === 2 ? 2000 + Number(year) : Number(year));

/** 1 to 12 for `Jan`, `sept`, `November`; undefined for what is no month's name. */
export function monthOfName(name: string): number | undefined {
  const plain = name.toLowerCase().replace(/\.$/, '');
  const index =
    plain.length < 3 ? -1 : fullMonthNames.findIndex((full) => full.toLowerCase().startsWith(plain));
  return index < 0 ? undefined : index + 1;
}

function parseDay(typed: string): string | undefined {
  if (typed.length > longestDay) return undefined;
  const text = asciiDigits(typed).replace(weekday, '').replace(timeOfDay, '').replace(/\.$/, '');
  const yearFirst = iso.exec(text) ?? packed.exec(text);
  if (yearFirst) return dayOf(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  const numbers = dayFirst.exec(text);
  if (numbers) return dayOf(fullYear(numbers[3] ?? ''), Number(numbers[2]), Number(numbers[1]));
  const named = dayThenName.exec(text);
  if (named) return dayOf(fullYear(named[3] ?? ''), monthOfName(named[2] ?? '') ?? 0, Number(named[1]));
  const american = nameThenDay.exec(text);
  return american
    ? dayOf(Number(american[3]), monthOfName(american[1] ?? '') ?? 0, Number(american[2]))
    : undefined;
}

function dayOfNumber(value: number, is1904: boolean): string | undefined {
  const serial = is1904 ? value + 1462 : value;
  if (serial >= plausible.first && serial < plausible.last + 1) return dayOfSerial(value, is1904);
  return undefined;
}

/** Reads a day as `YYYY-MM-DD`. A plain number that can only be a serial number is read as one, and noted. */
export function readDay(cell: Cell, notes: Notes, is1904: boolean): Read<string> {
  if (typeof cell === 'object' && cell?.kind === 'day' && cell.day >= '1900-03-01') return cell.day;
  if (typeof cell === 'number') {
    const counted = dayOfNumber(cell, is1904);
    if (counted) notes.serialDates += 1;
    const day = counted ?? parseDay(String(cell));
    if (day) return day;
  }
  const day = typeof cell === 'string' ? parseDay(cell) : undefined;
  return day ?? new Problem(cellProblems.notDay(nameOfCell(cell)));
}

const monthShapes = [
  /^(?<month>\d{1,2})(?:\.0+)?$/,
  /^(?<month>[a-z]{3,9})\.?(?:[-/, ]*(?:\d{4}|\d{2}))?$/i,
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
  const day = parseDay(text);
  return day ? monthOfDay(day) : undefined;
}

const monthOfDay = (day: string): number => Number(day.slice(5, 7));

/** Reads a voucher's month: 1 to 12, a name (`Nov`, `November 2026`), or a date's month. */
export function readMonth(cell: Cell, notes: Notes, is1904: boolean): Read<number> {
  if (typeof cell === 'object' && cell?.kind === 'day') return monthOfDay(cell.day);
  if (typeof cell === 'number' && Number.isInteger(cell) && cell >= 1 && cell <= 12) return cell;
  if (typeof cell === 'number' && cell > 12) {
    const day = dayOfNumber(cell, is1904);
    if (day) notes.serialDates += 1;
    return day ? monthOfDay(day) : new Problem(cellProblems.notMonth(nameOfCell(cell)));
  }
  const month = typeof cell === 'object' ? undefined : parseMonth(String(cell));
  return month && month >= 1 && month <= 12 ? month : new Problem(cellProblems.notMonth(nameOfCell(cell)));
}

function parseYear(cell: Cell): number {
  if (typeof cell === 'object') return cell?.kind === 'day' ? Number(cell.day.slice(0, 4)) : 0;
  const text = asciiDigits(nameOfCell(cell));
  return /^\d{4}(?:\.0+)?$/.test(text) ? Number(text) : 0;
}

/** Reads a voucher's year within the years a billing can have. */
export function readYear(cell: Cell): Read<number> {
  const year = typeof cell === 'number' ? cell : parseYear(cell);
  return Number.isInteger(year) && year >= firstYear && year <= lastYear
    ? year
    : new Problem(cellProblems.notYear(nameOfCell(cell), firstYear, lastYear));
}
