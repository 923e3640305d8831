/** Reads amounts as clerks and programs write them, in rupees with at most two decimals. */
import { formatAmount, largestAmount } from '../money/money.ts';
import type { CountryCode } from '../people/phone.ts';
import { asciiDigits, type Cell, nameOfCell, withoutGuard } from './cells.ts';
import { type Findings, Problem, type Read } from './problem.ts';
import { cellProblems, rowWarnings } from './sheet-words.ts';

/** Any amount with its currency is shorter. Without a limit a hostile cell could keep the regular expressions busy. */
const longestText = 60;

const rupeeSigns = 'rs\\.?|pkr\\.?|\u20a8|inr\\.?|\u20b9|rupees?|روپے|روپیہ|روپئے|روپیے';
/** Signs that people and programs write for other currencies than rupees. */
const signsOf: Partial<Record<CountryCode, string>> = {
  AE: 'aed\\.?|dhs?\\.?|dirhams?|د\\.?\\s?إ\\.?|درهم|درہم',
  SA: 'sar\\.?|s\\.?r\\.?|riyals?|\u20c1|\ufdfc|ر\\.?\\s?س\\.?|ریال|ريال',
  QA: 'qar\\.?|q\\.?r\\.?|riyals?|\ufdfc|ر\\.?\\s?ق\\.?|ریال|ريال',
  OM: 'omr\\.?|r\\.?o\\.?|rials?|\ufdfc|ر\\.?\\s?ع\\.?|ریال|ريال',
  KW: 'kwd\\.?|k\\.?d\\.?|dinars?|د\\.?\\s?ك\\.?|دینار|دينار',
  BH: 'bhd\\.?|b\\.?d\\.?|dinars?|د\\.?\\s?ب\\.?|دینار|دينار',
  BD: 'bdt\\.?|tk\\.?|taka|\u09f3|৳',
  LK: 'lkr\\.?|රු\\.?',
  NP: 'npr\\.?|nrs\\.?|रू\\.?|रु\\.?',
  AF: 'afn\\.?|afs?\\.?|\u060b|افغانی',
  GB: 'gbp\\.?|\u00a3',
  US: 'usd\\.?|us\\$|\\$',
};
const made = new Map<CountryCode | undefined, { before: RegExp; after: RegExp }>();

/** The signs of the campus's own currency, and of rupees. */
function currencyOf(country: CountryCode | undefined): { before: RegExp; after: RegExp } {
  const cached = made.get(country);
  if (cached) return cached;
  // The cells are already in NFKC form, so the signs must have that form too.
  const own = (country && signsOf[country]) || '';
  const signs = (own === '' ? rupeeSigns : `${rupeeSigns}|${own}`).normalize('NFKC');
  const one = {
    before: new RegExp(`^(?:${signs})\\s*`, 'i'),
    after: new RegExp(`\\s*(?:\\/[-=]?|-\\/|${signs}|only)$`, 'i'),
  };
  made.set(country, one);
  return one;
}

/** The meaning of dots in a column of amounts. */
export type DotMeaning = 'thousands' | 'decimals';

/**
 * `dots`: by field; without it nothing is doubtful. `doubted` collects the fields in which the meaning of a dot or
 * comma is unknown.
 */
export type AmountContext = {
  country: CountryCode;
  dots?: ReadonlyMap<string, DotMeaning> | undefined;
  doubted?: Set<string>;
};
// Groups of two digits are allowed too: 1,50,000 is a lakh and a half.
const shape = /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d+)?$/;
// -500, (500) and 500-: negative amounts of accounting formats.
const negative = /^(?:[-\u2212]\s*(\d.*)|\(\s*(\d.*?)\s*\)|(\d.*?)\s*-)$/;

/** Rounds by the decimal digits. In binary, 18848.025 is slightly less and would be rounded down. */
function roundToPaisa(value: number): number {
  if (Number.isInteger(value)) return value;
  const rounded = Number(`${Math.round(Number(`${value}e2`))}e-2`);
  return Number.isFinite(rounded) ? rounded : Math.round(value * 100) / 100;
}

function checkAmount(value: number, typed: string, findings: Findings): Read<number> {
  if (!Number.isFinite(value)) return new Problem(cellProblems.notAmount(typed));
  if (Math.abs(value) > largestAmount) return new Problem(cellProblems.tooMuch(typed));
  const rounded = roundToPaisa(value);
  // The error of a sum of decimals is smaller. Only a real third decimal is reported as rounding.
  if (Math.abs(rounded - value) > 1e-6)
    findings.ofCell('rounded', rowWarnings.rounded(typed, formatAmount(rounded)));
  return rounded;
}

// A dot with exactly three digits behind it, which separates thousands in many countries: 12.500.
const loneDot = /^[1-9]\d{0,2}\.\d{3}$/;
// Notations with dots for thousands or a decimal comma: 1.250.000, 9.000,50 and 950,5.
const dotsAndComma = /^(?:\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d+,\d{1,2})$/;

// Thousands apart by a space or an apostrophe, as in `9 000` and `12'500,50`. No other sign can be meant.
const spaced = /^[1-9]\d{0,2}(?:[ '\u2018\u2019\u02bc]\d{2,3})*[ '\u2018\u2019\u02bc]\d{3}(?:[.,]\d{1,2})?$/;

/** The amount as plain digits; undefined if the text is not an amount. `field`: the column, if it is from a sheet. */
function plainDigits(digits: string, of: { field: string; context: AmountContext } | undefined) {
  if (spaced.test(digits)) return digits.replace(/[^\d.,]/g, '').replace(',', '.');
  const dots = of?.context.dots?.get(of.field);
  const isDoubtful = loneDot.test(digits) || dotsAndComma.test(digits);
  if (of && isDoubtful) of.context.doubted?.add(of.field);
  if (of?.context.dots && isDoubtful && dots === undefined) return 'doubted' as const;
  if (isDoubtful && dots === 'thousands') return digits.replaceAll('.', '').replace(',', '.');
  return shape.test(digits) ? digits.replaceAll(',', '') : undefined;
}

function parseAmount(
  text: string,
  of: { field: string; context: AmountContext } | undefined,
): number | 'doubted' | undefined {
  if (text.length > longestText) return undefined;
  const { before, after } = currencyOf(of?.context.country);
  const bare = withoutGuard(asciiDigits(text))
    .replace(/[\u066c\u060c]/g, ',')
    .replaceAll('\u066b', '.')
    .replace(before, '')
    .replace(after, '')
    .replace(before, '')
    .replace(after, '')
    .trim();
  // An accounting format writes zero as a dash, which a CSV file keeps.
  if (/^[-\u2013\u2014]$/.test(bare)) return 0;
  const below = negative.exec(bare);
  const digits = below ? (below[1] ?? below[2] ?? below[3] ?? '') : bare;
  const plain = plainDigits(digits, of);
  if (plain === undefined || plain === 'doubted') return plain;
  return Number(plain) * (below ? -1 : 1);
}

/**
 * Reads the amount of a head, which may be negative: a concession. Reports rounding. With a context, an amount with a
 * doubtful dot is not read until a person has answered.
 */
export function readHeadAmount(cell: Cell, findings: Findings, context?: AmountContext): Read<number> {
  if (typeof cell === 'number') return checkAmount(cell, String(cell), findings);
  const of = context && { field: findings.field, context };
  const value = typeof cell === 'string' ? parseAmount(cell, of) : undefined;
  if (value === 'doubted') return new Problem(cellProblems.dotDoubted(nameOfCell(cell)));
  if (value === undefined) return new Problem(cellProblems.notAmount(nameOfCell(cell)));
  return checkAmount(value, nameOfCell(cell), findings);
}

/** Reads an amount that a family owes. */
export function readAmount(cell: Cell, findings: Findings, context?: AmountContext): Read<number> {
  const amount = readHeadAmount(cell, findings, context);
  return typeof amount === 'number' && amount < 0
    ? new Problem(cellProblems.negative(nameOfCell(cell)))
    : amount;
}
