/** Reads a line of a bank file as a row: its day, its amount with direction, and its text. Pure. */

import type { BankDirection, BankField, BankRow } from '../../money/bank.ts';
import type { CountryCode } from '../../people/phone.ts';
import { cutText } from '../../text/cut-text.ts';
import { type Cell, isEmptyCell, tidy } from '../cells.ts';
import { Findings } from '../problem.ts';
import { type ReadOrder, readMoneyDay, swapDay } from '../read-day.ts';
import { showCell } from '../samples.ts';
import { directionOfMark, outcomeOfStatus } from './bank-marks.ts';
import type { BankQuestions } from './questions.ts';
import { plainBankAmount, readBankAmount } from './read-bank-amount.ts';

/** The columns of each field. Only a text can have several. */
export type BankColumns = Readonly<Record<BankField, readonly number[]>>;

/**
 * How the dates of a file are read. `isSwapped`: a spreadsheet has swapped day and month if both are at most 12. An
 * instant becomes the day in `timeZone`.
 */
export type BankDays = {
  order: ReadOrder;
  isSwapped: boolean;
  is1904: boolean;
  timeZone?: string | undefined;
};

export type BankReading = {
  columns: BankColumns;
  days: BankDays;
  country: CountryCode;
  questions: BankQuestions;
};

type Line = readonly (Cell | undefined)[];

/** From 16 digits on, a spreadsheet replaces digits with zeros. */
const firstLossy = 1e15;
const largestText = 500;

/**
 * Texts of lines that sum up other rows. In a line with a date only the whole text counts, because it may be a name.
 */
const totals =
  /^(?:(?:grand|sub|page|net)[ -]?)?totals?\b|^(?:opening|closing|available|ledger|current) balance|^balance\b|^b\/?f\b|^c\/?f\b|^(?:brought|carried) forward|^(?:میزان|کل)(?:\s|$)/i;
const barely =
  /^(?:(?:grand|sub|page|net)[ -]?)?totals?(?: (?:credits?|debits?|amount|deposits?|withdrawals?))?:?$|^(?:opening|closing) balance\b|^balance (?:b\/?f|c\/?f|brought|carried)\b|^(?:b|c)\/?f$|^(?:brought|carried) forward$|^میزان$/i;

/** The text of a cell. A number that has lost digits is written as a spreadsheet shows it. */
export function textOf(cell: Cell | undefined): string {
  if (typeof cell === 'number' && Math.abs(cell) >= firstLossy)
    return cell.toExponential().replace('e+', 'E+');
  return cutText(showCell(tidy(cell)).replace(/^'/, '').replace(/\s+/g, ' '), largestText);
}

const toPaisa = (rupees: number): number => Math.round(Number(`${rupees}e2`) || rupees * 100) / 100;

const sides = ['in', 'out', 'none'] as const;

/** The direction that a mark or status means. A person must explain one that is not usual. */
function askDirection(
  text: string,
  { kind, questions }: Pick<BankReading, 'questions'> & { kind: 'mark' | 'status' },
): BankDirection {
  const proposed = kind === 'status' ? outcomeOfStatus(text) : undefined;
  const answer = questions.ask({ kind, text, choices: kind === 'status' ? ['in', 'none'] : sides, proposed });
  return answer === 'in' || answer === 'out' ? answer : 'none';
}

/** The direction by the mark beside the amount, and by the columns of marks and of the status. */
function directionOf(line: Line, mark: string, reading: BankReading): BankDirection {
  const { columns } = reading;
  const [ofKind, ofStatus] = [columns.kind[0], columns.status[0]];
  const marks = [...(mark === '' ? [] : [mark]), ...(ofKind === undefined ? [] : [textOf(line[ofKind])])];
  // A mark beside the amount is enough: the column of marks may be empty then.
  const directions = marks
    .filter((text, at) => text !== '' || at === 0)
    .map((text) => directionOfMark(text) ?? askDirection(text, { ...reading, kind: 'mark' }));
  if (ofStatus !== undefined)
    directions.push(askDirection(textOf(line[ofStatus]), { ...reading, kind: 'status' }));
  return (['none', 'out', 'back'] as const).find((one) => directions.includes(one)) ?? 'in';
}

type Money = { amount: number; isNegative: boolean; mark: string };

/** The money of this line; undefined if no money moved. */
function moneyOf(line: Line, reading: BankReading): Money | undefined {
  const { columns } = reading;
  const at = (field: BankField) => {
    const read = readBankAmount(line[columns[field][0] ?? -1], reading);
    return read?.value ? read : undefined;
  };
  const [amount, credit, debit] = [at('amount'), at('credit'), at('debit')];
  // A line with an amount on both sides is a total, or one side is the fee of the bank.
  const signed = amount?.value ?? (credit?.value ?? 0) - Math.abs(debit?.value ?? 0);
  const plain = toPaisa(Math.abs(signed));
  if (plain === 0 || !Number.isFinite(plain)) return undefined;
  // A negative credit is money that the bank takes back.
  return { amount: plain, isNegative: signed < 0, mark: (amount ?? credit)?.mark ?? '' };
}

/** Null if the cell does not contain a day. */
export function bankDayOf(
  cell: Cell | undefined,
  { order, isSwapped, is1904, timeZone }: BankDays,
): string | null {
  const plain = tidy(cell);
  if (plain === null || typeof plain === 'boolean') return null;
  const findings = new Findings();
  findings.field = 'day';
  const read = readMoneyDay(plain, findings, { is1904, timeZone, orders: new Map([['day', order]]) });
  if (typeof read !== 'string') return null;
  return isSwapped && typeof plain !== 'string' ? (swapDay(read) ?? read) : read;
}

const joinTexts = (...texts: string[]): string => cutText(texts.filter(Boolean).join(' '), largestText);

const wordsOf = (line: Line, columns: readonly number[]): string =>
  joinTexts(...columns.map((at) => textOf(line[at])));

/** Undefined for a line without a movement of money: for example a banner, repeated headings or an empty line. */
export function readBankRow(line: Line, row: number, reading: BankReading): BankRow | undefined {
  const { columns, days } = reading;
  const money = moneyOf(line, reading);
  if (!money) return undefined;
  const words = (field: BankField) => wordsOf(line, columns[field]);
  const day = bankDayOf(line[columns.day[0] ?? -1], days);
  const texts = line.map(textOf).filter((text) => /\p{L}/u.test(text));
  const isTotal = texts.some((text) => totals.test(text)) && (day === null || barely.test(words('text')));
  const isBare = day === null && texts.length === 0 && words('reference') + words('number') === '';
  const direction = isTotal || isBare ? 'total' : directionOf(line, money.mark, reading);
  return {
    row,
    day: isTotal ? null : day,
    amount: money.amount,
    direction: money.isNegative && (direction === 'in' || direction === 'back') ? 'out' : direction,
    reference: words('reference'),
    number: words('number'),
    text: words('text'),
    balance: plainBankAmount(line[columns.balance[0] ?? -1], reading.country),
  };
}

const textFields = ['text', 'number', 'reference'] as const;

/** Joins a line that contains only texts to the row above it: banks continue a long text in the next line. */
export function joinContinuation(row: BankRow, line: Line, { columns }: BankReading): BankRow | undefined {
  const places = new Set(textFields.flatMap((field) => columns[field]));
  const isMore = line.every((cell, at) => isEmptyCell(cell) || places.has(at));
  if (!isMore || wordsOf(line, columns.text) === '' || totals.test(wordsOf(line, columns.text)))
    return undefined;
  const joined = textFields.map((field) => [field, joinTexts(row[field], wordsOf(line, columns[field]))]);
  return { ...row, ...Object.fromEntries(joined) };
}
