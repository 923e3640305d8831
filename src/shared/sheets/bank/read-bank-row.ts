/** Reads a line of a bank file as a row: its day, its amount with direction, and its text. Pure. */

import type { BankRow } from '../../calls/bank-files.ts';
import type { BankField } from '../../money/bank.ts';
import { cutText } from '../../text/cut-text.ts';
import { asciiDigits, type Cell, tidy } from '../cells.ts';
import { Findings } from '../problem.ts';
import { readHeadAmount } from '../read-amount.ts';
import { type ReadOrder, readMoneyDay, swapDay } from '../read-day.ts';
import { showCell } from '../samples.ts';

/** The columns of each field. Only a text can have several. */
export type BankColumns = Readonly<Record<BankField, readonly number[]>>;

/** How the dates of a file are read. `isSwapped`: a spreadsheet has swapped day and month if both are at most 12. */
export type BankDays = { order: ReadOrder; isSwapped: boolean; is1904: boolean };

type Line = readonly (Cell | undefined)[];

const ofSide = /^(.*?)\s*\(?\b(cr|dr)\b\.?\)?$/i;
const exponent = /^[+-]?\d(?:\.\d+)?e\+?\d+$/i;
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

const creditWords = /^(?:c|cr|credit|credits|deposit|in|\+)\.?$/i;
const debitWords = /^(?:d|dr|debit|debits|withdrawal|out|-)\.?$/i;

/** The direction of money that a cell names. */
export const sideOf = (text: string): Money['direction'] | undefined =>
  creditWords.test(text.trim()) ? 'in' : debitWords.test(text.trim()) ? 'out' : undefined;

/** The text of a cell. A number that has lost digits is written as a spreadsheet shows it. */
export function textOf(cell: Cell | undefined): string {
  if (typeof cell === 'number' && Math.abs(cell) >= firstLossy)
    return cell.toExponential().replace('e+', 'E+');
  return cutText(showCell(tidy(cell)).replace(/^'/, '').replace(/\s+/g, ' '), largestText);
}

/** The amount, negative if the money went out; null if the cell is not an amount. */
function amountOf(cell: Cell | undefined): number | null {
  const plain = tidy(cell);
  if (typeof plain === 'number') return Number.isFinite(plain) ? plain : null;
  if (typeof plain !== 'string') return null;
  const [, figure = plain, side] = ofSide.exec(asciiDigits(plain)) ?? [];
  if (exponent.test(figure.trim())) return Number(figure);
  const read = readHeadAmount(figure.replace(/^\+/, ''), new Findings());
  if (typeof read !== 'number') return null;
  return side?.toLowerCase() === 'dr' ? -Math.abs(read) : read;
}

const toPaisa = (rupees: number): number => Math.round(Number(`${rupees}e2`) || rupees * 100) / 100;

type Money = { amount: number; direction: 'in' | 'out' };

/** The money of this line; undefined if no money moved. */
function moneyOf(line: Line, columns: BankColumns): Money | undefined {
  const at = (field: BankField) => amountOf(line[columns[field][0] ?? -1]) ?? 0;
  const isTwo = columns.credit.length > 0 || columns.debit.length > 0;
  const side = sideOf(textOf(line[columns.kind[0] ?? -1]));
  const single = at('amount');
  const signed = isTwo && single === 0 ? at('credit') - Math.abs(at('debit')) : single;
  const amount = toPaisa(Math.abs(signed));
  if (amount === 0 || !Number.isFinite(amount)) return undefined;
  // A negative credit is money that the bank takes back.
  return { amount, direction: signed < 0 ? 'out' : (side ?? 'in') };
}

/** Null if the cell does not contain a day. */
export function bankDayOf(cell: Cell | undefined, { order, isSwapped, is1904 }: BankDays): string | null {
  const plain = tidy(cell);
  if (plain === null || typeof plain === 'boolean') return null;
  const findings = new Findings();
  findings.field = 'day';
  const read = readMoneyDay(plain, findings, { is1904, orders: new Map([['day', order]]) });
  if (typeof read !== 'string') return null;
  return isSwapped && typeof plain !== 'string' ? (swapDay(read) ?? read) : read;
}

/** Undefined for a line without a movement of money: for example a banner, repeated headings or an empty line. */
export function readBankRow(
  line: Line,
  { row, columns, days }: { row: number; columns: BankColumns; days: BankDays },
): BankRow | undefined {
  const money = moneyOf(line, columns);
  if (!money) return undefined;
  const words = (field: BankField) =>
    cutText(
      columns[field]
        .map((at) => textOf(line[at]))
        .filter(Boolean)
        .join(' '),
      largestText,
    );
  const day = bankDayOf(line[columns.day[0] ?? -1], days);
  const texts = line.map(textOf).filter((text) => /\p{L}/u.test(text));
  const isTotal = texts.some((text) => totals.test(text)) && (day === null || barely.test(words('text')));
  const isBare = day === null && texts.length === 0 && words('reference') + words('number') === '';
  return {
    row,
    day: isTotal ? null : day,
    amount: money.amount,
    direction: isTotal || isBare ? 'total' : money.direction,
    reference: words('reference'),
    number: words('number'),
    text: words('text'),
    balance: amountOf(line[columns.balance[0] ?? -1]),
  };
}
