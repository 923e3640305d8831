/** Reads an amount of a bank file with the reader of sheets, and the mark beside it, such as `9,000.00 Cr`. */
import type { CountryCode } from '../../people/phone.ts';
import { asciiDigits, type Cell, tidy } from '../cells.ts';
import { Findings } from '../problem.ts';
import { type DotMeaning, readHeadAmount } from '../read-amount.ts';
import type { BankQuestions } from './questions.ts';

/** `mark` is empty if the cell has none. */
export type BankAmount = { value: number; mark: string };
type Reading = { country: CountryCode; questions: BankQuestions };

const exponent = /^[+-]?\d(?:\.\d+)?e\+?\d+$/i;
const markBehind = /^(.+?)\s*\(?(?<![a-z])([a-z]{1,12}(?: [a-z]{1,12})?)\.?\)?$/i;
const markBefore = /^([a-z]{1,12}(?: [a-z]{1,12})?)(?![a-z])\.?\s*(.+)$/i;
// Dots and a decimal comma, or several dots: they can only separate thousands. `9.000` alone can mean both.
const sureThousands = /\d\.\d{3}(?:\.\d{3}|,\d{1,2}(?!\d))/;
const field = 'amount';

function parse(text: string, country: CountryCode, dots: DotMeaning | undefined) {
  if (exponent.test(text)) return { value: Number(text), isDoubted: false };
  const doubted = new Set<string>();
  const findings = new Findings();
  findings.field = field;
  const meaning = sureThousands.test(text) ? 'thousands' : dots;
  const context = { country, doubted, dots: new Map(meaning ? [[field, meaning]] : []) };
  const read = readHeadAmount(text.replace(/^\+|\+$/g, ''), findings, context);
  return typeof read === 'number' ? { value: read, isDoubted: false } : { isDoubted: doubted.size > 0 };
}

/** The text without a word before or behind it, and the word. */
function withoutMark(text: string): { figure: string; mark: string } | undefined {
  const [, before = '', behind = ''] = markBehind.exec(text) ?? [];
  if (/\d/.test(before)) return { figure: before, mark: behind };
  const [, mark = '', figure = ''] = markBefore.exec(text) ?? [];
  return /\d/.test(figure) ? { figure, mark } : undefined;
}

/** The amount without asking; null if the cell cannot be read in one way only. */
export function plainBankAmount(cell: Cell | undefined, country: CountryCode): number | null {
  const plain = tidy(cell);
  if (typeof plain === 'number') return Number.isFinite(plain) ? plain : null;
  const text = typeof plain === 'string' ? asciiDigits(plain) : '';
  return (
    parse(text, country, undefined).value ??
    parse(withoutMark(text)?.figure ?? '', country, undefined).value ??
    null
  );
}

/** Reads an amount with a doubtful dot once a person has said what the dot means. */
function readDoubted(figure: string, { country, questions }: Reading): number | undefined {
  const answer = questions.ask({ kind: 'dots', text: figure, choices: ['thousands', 'decimals'] });
  if (answer !== 'thousands' && answer !== 'decimals') return undefined;
  return parse(figure, country, answer).value;
}

/** The digits of an amount with unknown signs. A person says whether this money came in, went out, or is no amount. */
function readUnknown(text: string, { country, questions }: Reading): number | undefined {
  const { value } = parse(text.replace(/[^\d.,]/g, ''), country, undefined);
  const choices = value ? (['in', 'out', 'none'] as const) : (['none'] as const);
  const answer = questions.ask({ kind: 'amount', text, choices });
  if (value === undefined || (answer !== 'in' && answer !== 'out')) return undefined;
  return answer === 'out' ? -value : value;
}

/** The amount, negative if the cell says so; null if the cell contains no amount, or one that a person must explain. */
export function readBankAmount(cell: Cell | undefined, reading: Reading): BankAmount | null {
  const plain = tidy(cell);
  if (typeof plain === 'number') return Number.isFinite(plain) ? { value: plain, mark: '' } : null;
  if (typeof plain !== 'string') return null;
  const text = asciiDigits(plain);
  const whole = parse(text, reading.country, undefined);
  if (whole.value !== undefined) return { value: whole.value, mark: '' };
  const marked = whole.isDoubted ? undefined : withoutMark(text);
  const { figure, mark } = marked ?? { figure: text, mark: '' };
  const read = marked ? parse(figure, reading.country, undefined) : whole;
  if (read.value !== undefined) return { value: read.value, mark };
  if (!/\d/.test(text)) return null;
  const value = read.isDoubted ? readDoubted(figure, reading) : readUnknown(text, reading);
  return value === undefined ? null : { value, mark: read.isDoubted ? mark : '' };
}
