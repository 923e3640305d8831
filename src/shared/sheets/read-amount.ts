/** Amounts as clerks and programs write them, to rupees with at most two decimals. */
import { largestAmount } from '../limits.ts';
import { formatAmount } from '../money.ts';
import { cellProblems, rowWarnings } from '../words/sheets.ts';
import { asciiDigits, type Cell, nameOfCell } from './cells.ts';
import { type Findings, Problem, type Read } from './problem.ts';

/** The longest amount with its currency is shorter; without a bound a hostile cell could keep the patterns busy. */
const longestText = 60;

const currency =
  /^(?:rs\.?|pkr\.?|\u20a8|inr\.?|\u20b9|روپے|روپیہ)\s*|\s*(?:\/[-=]?|-\/|rs\.?|pkr|only|روپے|روپیہ)$/gi;
// Groups of two as well as of three: 1,50,000 is a lakh and a half.
const shape = /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d+)?$/;
// -500, (500) and 500-, as accounting formats write what is below zero.
const negative = /^(?:[-\u2212]\s*(\d.*)|\(\s*(\d.*?)\s*\)|(\d.*?)\s*-)$/;

/** To paisa by the decimal digits: 18848.025 is not quite that in binary, and would be rounded down. */
function roundToPaisa(value: number): number {
  if (Number.isInteger(value)) return value;
  const rounded = Number(`${Math.round(Number(`${value}e2`))}e-2`);
  return Number.isFinite(rounded) ? rounded : Math.round(value * 100) / 100;
}

function checkAmount(value: number, typed: string, findings: Findings): Read<number> {
  if (!Number.isFinite(value)) return new Problem(cellProblems.notAmount(typed));
  if (Math.abs(value) > largestAmount) return new Problem(cellProblems.tooMuch(typed));
  const rounded = roundToPaisa(value);
  // A sum of decimals is off by less than this; only what a person would see as a third decimal is told.
  if (Math.abs(rounded - value) > 1e-6)
    findings.ofCell('rounded', rowWarnings.rounded(typed, formatAmount(rounded)));
  return rounded;
}

function parseAmount(text: string): number | undefined {
  if (text.length > longestText) return undefined;
  const bare = asciiDigits(text)
    .replace(/[\u066c\u060c]/g, ',')
    .replaceAll('\u066b', '.')
    .replace(currency, '')
    .replace(currency, '')
    .trim();
  // An accounting format writes zero as a dash, and a CSV file keeps it.
  if (/^[-\u2013\u2014]$/.test(bare)) return 0;
  const below = negative.exec(bare);
  const digits = below ? (below[1] ?? below[2] ?? below[3] ?? '') : bare;
  if (!shape.test(digits)) return undefined;
  return Number(digits.replaceAll(',', '')) * (below ? -1 : 1);
}

/** Reads the amount of a head, which may be below zero: a concession. Tells what was rounded. */
export function readHeadAmount(cell: Cell, findings: Findings): Read<number> {
  if (typeof cell === 'number') return checkAmount(cell, String(cell), findings);
  const value = typeof cell === 'string' ? parseAmount(cell) : undefined;
  if (value === undefined) return new Problem(cellProblems.notAmount(nameOfCell(cell)));
  return checkAmount(value, nameOfCell(cell), findings);
}

/** Reads an amount that a family owes. */
export function readAmount(cell: Cell, findings: Findings): Read<number> {
  const amount = readHeadAmount(cell, findings);
  return typeof amount === 'number' && amount < 0
    ? new Problem(cellProblems.negative(nameOfCell(cell)))
    : amount;
}
