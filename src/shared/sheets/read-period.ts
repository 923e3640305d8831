/**
 * Reads month and year from the names of files and sheets: `Fee November 2026`, `nov-26 girls`, `11-2026`, `فیس نومبر`.
 */

import { cutText } from '../text/cut-text.ts';
import { firstYear, lastYear } from '../time/dates.ts';
import { asciiDigits } from './cells.ts';
import { monthOfName } from './read-day.ts';

/** `year` is absent if the name does not contain it. */
export type NamedPeriod = { month: number; year?: number };

/**
 * The months that a name may mean, the most likely first: several if it names several or can be read in several ways.
 * `years`: the years in it. `rest`: its other words, such as `girls`.
 */
export type PeriodsInName = { periods: NamedPeriod[]; years: number[]; rest: string };

/** `gap`: the text between this token and the one before. */
type Token = { text: string; gap: string; number: number };
type Found = { taken: number; periods?: NamedPeriod[]; years?: number[] };

/** A longer name is cut, because a hostile name could have any length. */
const longestName = 200;

function tokensOf(name: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: text, index } of name.matchAll(/[\p{L}\p{M}]+|\d+/gu)) {
    tokens.push({ text, gap: name.slice(end, index), number: /^\d/.test(text) ? Number(text) : Number.NaN });
    end = index + text.length;
  }
  return tokens;
}

const isYear = (value: number): boolean => value >= firstYear && value <= lastYear;
const isMonth = (value: number): boolean => value >= 1 && value <= 12;
const isDayNumber = (value: number): boolean => value >= 1 && value <= 31;
/** Numbers that belong together: `11-2026`, but not `Class 5 2026`. */
const isTight = ({ gap }: Token): boolean => /^\s*[-–._/\\]\s*$/.test(gap);
const isShort = ({ text }: Token): boolean => text.length <= 2;
const isLong = ({ text, number }: Token): boolean => text.length === 4 && isYear(number);

/** Two digits are a year only if it is the current, previous or next one: `Nov 10` is a day. */
const shortYear = (token: Token, thisYear: number): number | undefined =>
  token.text.length === 2 && Math.abs(2000 + token.number - thisYear) <= 1 ? 2000 + token.number : undefined;

const monthOf = ({ text, number }: Token): number | undefined => {
  if (!Number.isNaN(number)) return undefined;
  const month = monthOfName(text);
  // Latin names must be complete, or three letters, or `Sept`, because `Marc` is a person.
  const isWritten = /[^a-z]/i.test(text) || text.length === 3 || /^sept$/i.test(text) || isWhole(text, month);
  return isWritten ? month : undefined;
};
const wholeLengths = [7, 8, 5, 5, 3, 4, 4, 6, 9, 7, 8, 8];
const isWhole = (text: string, month: number | undefined): boolean =>
  month !== undefined && wholeLengths[month - 1] === text.length;

const period = (month: number, year?: number): NamedPeriod =>
  year === undefined ? { month } : { month, year };

/** A date of three numbers: with the day first, and also with the month first if that is a date too. */
function fromDate(first: number, second: number, year: number): NamedPeriod[] {
  const periods: NamedPeriod[] = [];
  if (isMonth(second) && isDayNumber(first)) periods.push({ month: second, year });
  if (isMonth(first) && isDayNumber(second) && first !== second) periods.push({ month: first, year });
  return periods;
}

/** `202611`, `112026`, `20261105`, `05112026`. */
function readPacked({ text }: Token): NamedPeriod[] {
  const at = (from: number, to: number) => Number(text.slice(from, to));
  if (text.length === 6 && isYear(at(0, 4)) && isMonth(at(4, 6)))
    return [{ month: at(4, 6), year: at(0, 4) }];
  if (text.length === 6 && isYear(at(2, 6)) && isMonth(at(0, 2)))
    return [{ month: at(0, 2), year: at(2, 6) }];
  if (text.length !== 8) return [];
  if (isYear(at(0, 4)) && isMonth(at(4, 6))) return [{ month: at(4, 6), year: at(0, 4) }];
  return isYear(at(4, 8)) ? fromDate(at(0, 2), at(2, 4), at(4, 8)) : [];
}

/** Tokens that begin with a year: a date, a school year (`2026-27`), a month, or only the year. */
function readYearFirst([first, second, third]: Token[]): Found {
  const year = first?.number ?? 0;
  if (!second || !isTight(second) || Number.isNaN(second.number)) return { taken: 1, years: [year] };
  if (third && isTight(third) && isShort(third) && isShort(second) && isMonth(second.number))
    return { taken: 3, periods: [{ month: second.number, year }] };
  const next = second.text.length === 2 ? 2000 + second.number : second.number;
  if (next === year + 1) return { taken: 2, years: [year, next] };
  if (isShort(second) && isMonth(second.number))
    return { taken: 2, periods: [{ month: second.number, year }] };
  return { taken: 1, years: [year] };
}

/** Tokens that begin with one or two digits. `isFirst`: they are at the start of the name. */
function readShortFirst([first, second, third]: Token[], isFirst: boolean, thisYear: number): Found {
  const lead = first?.number ?? 0;
  if (!second || Number.isNaN(second.number)) return { taken: 0 };
  if (third && isTight(second) && isTight(third) && isShort(second)) {
    const year = isLong(third) ? third.number : shortYear(third, thisYear);
    const periods = year === undefined ? [] : fromDate(lead, second.number, year);
    if (periods.length > 0) return { taken: 3, periods };
  }
  if (!isMonth(lead) || !(isTight(second) || isFirst)) return { taken: 0 };
  if (isLong(second)) return { taken: 2, periods: [{ month: lead, year: second.number }] };
  const year = isTight(second) ? shortYear(second, thisYear) : undefined;
  return year === undefined ? { taken: 0 } : { taken: 2, periods: [{ month: lead, year }] };
}

/** A month name with the day and year after it. */
function readNamed(month: number, [, ...after]: Token[], thisYear: number): Found {
  const [next, second, third] = after;
  if (!next || next.gap.length > 3) return { taken: 1, periods: [{ month }] };
  if (isLong(next)) {
    const session = second && isTight(second) && isShort(second) && 2000 + second.number === next.number + 1;
    // In `Nov 2026-27` the year is one of the two.
    if (session) return { taken: 3, periods: [{ month }], years: [next.number, next.number + 1] };
    return { taken: 2, periods: [{ month, year: next.number }] };
  }
  if (isShort(next) && isDayNumber(next.number)) {
    const ordinal = second && /^(?:st|nd|rd|th)$/i.test(second.text) ? 1 : 0;
    const year = ordinal ? third : second;
    if (year && isLong(year)) return { taken: 3 + ordinal, periods: [{ month, year: year.number }] };
  }
  const year = shortYear(next, thisYear);
  return year === undefined ? { taken: 1, periods: [{ month }] } : { taken: 2, periods: [{ month, year }] };
}

function readAt(tokens: Token[], at: number, thisYear: number): Found {
  const ahead = tokens.slice(at, at + 5);
  const [token, next] = ahead;
  if (!token) return { taken: 0 };
  const month = monthOf(token);
  if (month !== undefined) return readNamed(month, ahead, thisYear);
  if (Number.isNaN(token.number)) return { taken: 0 };
  // `5 Nov 2026`: the day before the month name is skipped.
  if (isShort(token) && isDayNumber(token.number) && next && monthOf(next) !== undefined) return { taken: 1 };
  if (isLong(token)) return readYearFirst(ahead);
  if (isShort(token)) return readShortFirst(ahead, at === 0, thisYear);
  const periods = readPacked(token);
  return periods.length > 0 ? { taken: 1, periods } : { taken: 0 };
}

/** In `Oct-Nov 2026` and `Dec-Jan 2027` the only year is at the end. */
function withYearsOfNext(periods: readonly NamedPeriod[]): NamedPeriod[] {
  let next: NamedPeriod | undefined;
  return periods
    .toReversed()
    .map((one) => {
      const year = one.year ?? (next?.year && next.year - (one.month > next.month ? 1 : 0));
      next = period(one.month, year);
      return next;
    })
    .toReversed();
}

/** Words that occur in most file names of this kind, so they do not distinguish files. */
const usualWords = new Set(
  `fee fees voucher vouchers challan challans bill bills billing billings month monthly of for the and list data sheet
  book workbook final new updated copy export report student students dues school xls xlsx csv
  فیس ماہ ماہانہ برائے کی کے بل واؤچر`.split(/\s+/),
);

/** The words that distinguish the file from other files of the month: `girls`, `Class 5 to 8`. */
function restOf(tokens: readonly Token[]): string {
  const isUsual = ({ text }: Token): boolean => usualWords.has(text.toLowerCase());
  const words = tokens.filter((token) => !isUsual(token));
  if (!words.some(({ number }) => Number.isNaN(number))) return '';
  const text = words.map(({ text: word, gap }, at) => (at > 0 && gap === '-' ? `-${word}` : ` ${word}`));
  return cutText(text.join('').trim(), 60);
}

/** `thisYear`: two digits are read as a year near this one. */
export function periodsInName(name: string, thisYear: number): PeriodsInName {
  const tokens = tokensOf(asciiDigits(name.slice(0, longestName).normalize('NFKC')));
  const periods: NamedPeriod[] = [];
  const years: number[] = [];
  const rest: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = readAt(tokens, at, thisYear);
    periods.push(...(found.periods ?? []));
    years.push(...(found.years ?? []));
    const token = tokens[at];
    if (found.taken === 0 && token) rest.push(token);
    at += Math.max(1, found.taken);
  }
  const completed = withYearsOfNext(periods).map((one) => {
    const [year] = years;
    return one.year === undefined && years.length === 1 && year ? { ...one, year } : one;
  });
  return { periods: completed, years, rest: restOf(rest) };
}

/** `Fee November 2026.xlsx` without its ending. */
export const withoutEnding = (fileName: string): string => fileName.replace(/\.(?:xlsx?|csv|txt)$/i, '');
