/** Reads text, codes and phone numbers from cells, as they were typed. */

import { readStatus } from '../money/bill-status.ts';
import { largestAmount } from '../money/money.ts';
import { type CountryCode, isAbroad, readEachNumber, type TypedNumber } from '../people/phone.ts';
import { longestText } from '../text/cut-text.ts';
import { asciiDigits, type Cell, nameOfCell, plainCode, withPlainDashes } from './cells.ts';
import { type Findings, Problem, type Read } from './problem.ts';
import { cellProblems, rowWarnings } from './sheet-words.ts';

/** The longest text of phone numbers that the API accepts. */
export const longestNumber = 300;

/** From 16 digits on, Excel has replaced digits with zeros. */
const firstLossy = 1e15;
/**
 * A number such as 9.23E+11 that was saved as text and opened again. Its last six digits were lost, so it is not a real
 * phone number.
 */
const roundedPhone = /^[1-9]\d*0{6}$/;
const exponent = /^\d(?:\.\d+)?e\+?\d+$/i;
/** How a formula starts. A dash alone only marks an empty cell. */
const formulaStart = /^[=+\-@].*[\p{L}\p{N}]/su;
/**
 * A quick test: the signs that start a formula have lower character codes than letters and digits. So the regular
 * expression runs for very few texts.
 */
const mayBeFormula = (text: string): boolean => text < '0' || text.startsWith('=') || text.startsWith('@');

function readString(text: string, findings: Findings): Read<string> {
  if (text.length > longestText) return new Problem(cellProblems.tooLong(longestText));
  if (mayBeFormula(text) && formulaStart.test(text)) findings.ofCell('formulaText', rowWarnings.formulaText);
  return text;
}

const textOfNumber = (value: number): Read<string> =>
  Math.abs(value) >= firstLossy ? new Problem(cellProblems.lostDigits(String(value))) : String(value);

/**
 * Names, heads, email, branch. A number becomes text with its digits. A date is refused, because the text that was
 * typed is lost.
 */
export function readText(cell: Cell, findings: Findings): Read<string> {
  if (typeof cell === 'string') return readString(cell, findings);
  if (typeof cell === 'number') return textOfNumber(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return new Problem(cellProblems.becameDate);
}

/**
 * Whether a text looks like `2E5` or `9.2E+11`. A spreadsheet writes this when it took a code or a long number for a
 * number, so digits may be lost.
 */
export const hasExponent = (text: string): boolean => exponent.test(text);

/** Registration and invoice numbers. Leading zeros stay, and lost digits are refused. */
export function readCode(cell: Cell, findings: Findings): Read<string> {
  if (typeof cell !== 'string') return readText(cell, findings);
  return hasExponent(cell) ? new Problem(cellProblems.lostDigits(cell)) : readText(plainCode(cell), findings);
}

const paidWords = 'paid|part paid|partly paid|half paid|partial|received|rcvd|recd|advance|adv|جمع|ادا|وصول';
const paidBefore = new RegExp(
  `^(?:${paidWords})[ :=.()-]*(?:rs\\.?|pkr)? ?([\\d,]+)(?:\\.0+)?(?: ?/-)? ?\\)?$`,
  'i',
);
const paidAfter = new RegExp(`^(?:rs\\.?|pkr)? ?([\\d,]+)(?:\\.0+)?(?: ?/-)? ?(?:${paidWords})$`, 'i');
const longestStatus = 40;

/** The amount of a status such as `paid 4000`; undefined if it states none. */
export function paidInStatus(cell: Cell | undefined): number | undefined {
  if (typeof cell !== 'string' || cell.length > longestStatus) return undefined;
  const text = asciiDigits(cell);
  const [, digits] = paidBefore.exec(text) ?? paidAfter.exec(text) ?? [];
  const amount = Number(digits?.replaceAll(',', ''));
  return amount > 0 && amount <= largestAmount ? amount : undefined;
}

/** What a person says about statuses with an amount: they are part payments, or mean nothing. */
export type StatusMeaning = 'partPaid' | 'unpaid';

/**
 * An unknown status gets a warning, and the bill gets no status from the file. A status with an amount is read once a
 * person has said what it means.
 */
export function readStatusCell(
  cell: Cell,
  findings: Findings,
  { statusAmounts }: { statusAmounts?: StatusMeaning | undefined },
): Read<string> {
  const amount = paidInStatus(cell);
  if (amount !== undefined) {
    if (statusAmounts === undefined) return new Problem(cellProblems.statusDoubted(nameOfCell(cell)));
    if (statusAmounts === 'partPaid') findings.paid = amount;
    return null;
  }
  const typed = typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : nameOfCell(cell);
  const status = readStatus(typed);
  // A dash or a dot marks an empty cell.
  if (status === undefined && /^[\s.\-_\u2010-\u2015/]*$/.test(typed)) return null;
  if (status === undefined) findings.ofCell('otherStatus', rowWarnings.otherStatus(typed));
  return status ?? null;
}

/**
 * `isForeign`: whether a number is of another country than the campus. It is always false if nearly all numbers of the
 * file are of other countries, so that they get no warning.
 */
function noteNumbers(
  found: readonly TypedNumber[],
  { typed, isForeign }: { typed: string; isForeign: (e164: string) => boolean },
  findings: Findings,
): void {
  for (const number of found)
    if (isForeign(number.e164)) findings.ofCell('foreign', rowWarnings.foreign(number.typed, number.e164));
  const repaired = found.filter(({ isRepaired, e164 }) => isRepaired && !isForeign(e164));
  for (const number of repaired) {
    const before = found.length === 1 ? nameOfCell(typed) : number.typed;
    findings.ofCell('repaired', rowWarnings.repaired(before, number.e164));
  }
  for (const { isLandline, e164 } of found)
    if (isLandline) findings.ofCell('landline', rowWarnings.landline(e164));
}

/**
 * One or several phone numbers as typed. Invalid parts beside them are left out with a warning. Numbers that an earlier
 * column of the row has are not repeated.
 */
export function readPhone(
  cell: Cell,
  findings: Findings,
  { country, areAbroad = false }: { country: CountryCode; areAbroad?: boolean | undefined },
): Read<string> {
  if (typeof cell !== 'string' && typeof cell !== 'number')
    return new Problem(cellProblems.notNumber(nameOfCell(cell)));
  const typed = withPlainDashes(String(cell).replace(/[\r\n\t]+/g, ', '));
  if (typed.length > longestNumber) return new Problem(cellProblems.tooLong(longestNumber));
  // A dash or a dot marks an empty cell.
  if (!/[\p{L}\p{N}]/u.test(typed)) return null;
  if (roundedPhone.test(typed)) return new Problem(cellProblems.lostDigits(typed));
  const { found, unread } = readEachNumber(typed, country);
  const [bad] = unread;
  if (found.length === 0) {
    const isLossy = bad !== undefined && exponent.test(bad);
    return new Problem(
      isLossy ? cellProblems.lostDigits(bad) : cellProblems.notNumber(nameOfCell(bad ?? cell)),
    );
  }
  for (const part of unread) findings.ofCell('repaired', rowWarnings.partLeftOut(nameOfCell(part)));
  const { numbers } = findings;
  const others = numbers.length === 0 ? found : found.filter(({ e164 }) => !numbers.includes(e164));
  findings.numbers = [...new Set([...numbers, ...others.map(({ e164 }) => e164)])];
  noteNumbers(others, { typed, isForeign: (e164) => !areAbroad && isAbroad(e164, country) }, findings);
  if (others.length === found.length && unread.length === 0) return typed;
  return others.map((number) => number.typed).join(', ') || null;
}
