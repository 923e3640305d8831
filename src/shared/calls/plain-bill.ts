/**
 * A fast check whether a bill already equals what its schema would return. A save of 5,000 bills has 175,000 fields,
 * and parsing each takes longer than storing them. Only the other bills are parsed.
 */

import { isAvatar } from '../messages/media.ts';
import { largestAmount } from '../money/money.ts';
import { longestText } from '../text/cut-text.ts';
import { firstYear, isDay, isMoneyDay, lastYear } from '../time/dates.ts';
import { billDetails } from './bills.ts';

type Check = (value: unknown) => boolean;

/** Characters that are not white space, outside of all Unicode blocks with white space. */
const isInk = (code: number): boolean => code > 0x20 && code < 0x1680 && code !== 0xa0 && code !== 0x85;

const textUpTo =
  (most: number): Check =>
  (value) =>
    typeof value === 'string' &&
    value.length <= most &&
    (value === '' || (isInk(value.charCodeAt(0)) && isInk(value.charCodeAt(value.length - 1))));

const rupeesFrom =
  (least: number): Check =>
  (value) =>
    typeof value === 'number' &&
    value >= least &&
    value <= largestAmount &&
    (Number.isInteger(value) || Math.abs(value * 100 - Math.round(value * 100)) < 1e-4);

const wholeFrom =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

// A cache: a billing has few different days. The set is emptied at a limit, so that a hostile list cannot make it
// large.
const validDays = new Set<unknown>();
const isValidDay: Check = (value) => {
  if (validDays.has(value)) return true;
  if (typeof value !== 'string' || !isDay(value)) return false;
  if (validDays.size > 1000) validDays.clear();
  validDays.add(value);
  return true;
};

const text = textUpTo(longestText);
const rupees = rupeesFrom(0);

function checkOf(field: string): Check {
  if (field.startsWith('amount') && field !== 'amountAfterDueDate') return rupeesFrom(-largestAmount);
  return text;
}

// Without a prototype, so that `__proto__` and `constructor` are unknown fields.
type Checks = Record<string, Check>;
const checks: Checks = Object.assign(
  Object.create(null),
  Object.fromEntries(Object.keys(billDetails.shape).map((field) => [field, checkOf(field)])),
  {
    name: text,
    number: textUpTo(300),
    avatar: (value: unknown) => typeof value === 'string' && value.length <= 500 && isAvatar(value),
    total: rupees,
    amountAfterDueDate: rupees,
    paidAmount: rupees,
    paidOn: (value: unknown) => isValidDay(value) && isMoneyDay(value as string),
    issueDate: isValidDay,
    dueDate: isValidDay,
    expiryDate: isValidDay,
    status: (value: unknown) => value === 'unpaid' || value === 'paid',
    month: wholeFrom(1, 12),
    year: wholeFrom(firstYear, lastYear),
  } satisfies Record<string, Check>,
);

/** With the fields of a row of a sheet that only its student has. */
const checksOfSheet: Checks = Object.assign(Object.create(null), checks, {
  fatherName: text,
  section: text,
  class: (value: unknown) => value !== '' && text(value),
} satisfies Checks);

/** True only if `newBill` would return the same value. False does not mean that it would return another. */
export const isPlainBill = (value: unknown): boolean => isPlain(value, checks);

/** The same for `sheetBill`. */
export const isPlainSheetBill = (value: unknown): boolean => isPlain(value, checksOfSheet);

function isPlain(value: unknown, checks: Checks): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const field in value) {
    const held = (value as Record<string, unknown>)[field];
    const check = checks[field];
    if (!check || (held !== null && !check(held))) return false;
  }
  return true;
}
