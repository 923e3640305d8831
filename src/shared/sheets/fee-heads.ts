/**
 * Fees, concessions and arrears as headings: a sheet with a column for each of them. The heading is the name of the
 * head.
 */
import { headNumbers } from '../money/bill-heads.ts';
import { classOfFeeHead } from '../money/fee-head-class.ts';
import { type Cell, isEmptyCell, tidy } from './cells.ts';
import type { ColumnUse, NamedColumn } from './checked.ts';
import { type Column, columnOf, type Field, plainHeading } from './columns.ts';
import { Findings, Problem } from './problem.ts';
import { readHeadAmount } from './read-amount.ts';
import { percentIn } from './read-concession.ts';

/** A column that becomes a head of the bill. Which head depends on the free ones. */
export type HeadUse = Exclude<ColumnUse, 'serial' | 'remarks'>;
export const isHeadUse = (use: string | null): use is HeadUse =>
  use === 'fee' || use === 'concession' || use === 'arrears';

const wordsOf = (text: string): Set<string> => new Set(text.trim().split(/\s+/).map(plainHeading));

const feeWords = wordsOf(`
  fee fees charge charges dues fund funds fine fines arrear arrears tax due
  tuition admission readmission annual exam exams examination examinations paper papers transport transportation
  conveyance van bus hostel mess lunch meal computer it lab labs laboratory library sport sports stationery book books
  copies uniform security generator electricity ac medical activity activities trip misc miscellaneous development
  maintenance utility utilities coaching academy insurance prospectus diary photocopy printing
  فیس فیسیں چارجز واجبات بقایا بقایاجات جرمانہ فنڈ ٹیوشن ٹرانسپورٹ وین داخلہ امتحانی سالانہ کمپیوٹر لائبریری کتابیں
`);
/** Headings with one of these words are sums, paid amounts or deductions, or not amounts at all. */
const otherWords = wordsOf(`
  total gross net grand sum payable paid received receipt collected balance remaining discount concession waiver rebate
  scholarship late after before within by till upto date day days month months year status type category code no
  number id name class section group plan marks obtained percentage percent grade position result seat route stop
  driver rate count quantity qty remarks
  کل نمبر تاریخ رعایت ادا وصول
`);
/** A heading of only these words may mean one fee or the whole amount. */
const anyFee = wordsOf('fee fees charge charges dues due fund فیس واجبات');

const wordsIn = (heading: string): string[] =>
  heading
    .slice(0, 300)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}']+/u)
    .map(plainHeading)
    .filter(Boolean);

/** Whether a heading may be one fee or the whole amount: Fee, Dues, فیس. */
export const isLooseFee = (heading: string): boolean => {
  const words = wordsIn(heading);
  return words.length > 0 && words.every((word) => anyFee.has(word));
};

/** Whether a heading is the name of a fee: Tuition Fee, TransportCharges, Arrears, ٹیوشن فیس. */
export function readsAsFee(heading: string): boolean {
  const words = wordsIn(heading);
  const isOne = words.some((word) => feeWords.has(word)) && !words.some((word) => otherWords.has(word));
  return isOne && words.some((word) => !anyFee.has(word));
}

/** Words of `otherWords` that the name of a concession or of arrears may have. */
const usualBeside: Record<'concession' | 'arrears', ReadonlySet<string>> = {
  concession: wordsOf('total discount concession waiver rebate scholarship percentage percent رعایت'),
  arrears: wordsOf('balance remaining month months'),
};

/** What the heading of a column of amounts says that the column is; undefined if it is no head. */
export function headUseOf(heading: string): HeadUse | undefined {
  const ofName = classOfFeeHead(heading);
  if (ofName !== 'concession' && ofName !== 'arrears') return readsAsFee(heading) ? 'fee' : undefined;
  const isOther = wordsIn(heading).some((word) => otherWords.has(word) && !usualBeside[ofName].has(word));
  return isOther ? undefined : ofName;
}

/** The name of the head: its heading, or a word that says that it is a concession or arrears. */
export function headNameOf(heading: string, use: HeadUse): string {
  if (use === 'fee' || classOfFeeHead(heading) === use) return heading;
  return use === 'concession' ? 'Concession' : 'Arrears';
}

/** Rows searched for amounts. A fee without an amount in these rows is not proposed. */
const searchedRows = 2000;

const isAmount = (cell: Cell | undefined): boolean => {
  const tidied = tidy(cell);
  const isRead = tidied !== null && !(readHeadAmount(tidied, new Findings()) instanceof Problem);
  return isRead || percentIn(cell) !== undefined;
};

/**
 * Whether a column holds only amounts, from a row on. A proposed column must not make bills refused. `others`: the
 * indexes of the other columns. A row with fewer than half of their cells is a note or a signature and does not count.
 */
export function holdsAmounts(
  rows: readonly (readonly Cell[])[],
  index: number,
  { from, others }: { from: number; others: readonly number[] },
): boolean {
  const filled = rows.slice(from, from + searchedRows).filter((row) => !isEmptyCell(row[index]));
  const isNote = (row: readonly Cell[]): boolean =>
    others.filter((at) => !isEmptyCell(row[at])).length * 2 < others.length;
  return (
    filled.some((row) => isAmount(row[index])) && filled.every((row) => isAmount(row[index]) || isNote(row))
  );
}

/** The amount columns whose head and amount no other column uses. */
function freeAmounts(named: readonly NamedColumn[]): Column[] {
  const taken = new Set(named.map(({ column }) => column?.field));
  return headNumbers.flatMap((n) => {
    const amount = columnOf('bills', `amount${n}`);
    const isFree = !taken.has(`amount${n}`) && !taken.has(`head${n}`);
    return amount && isFree ? [amount] : [];
  });
}

export const areHeadsTaken = (named: readonly NamedColumn[]): boolean => freeAmounts(named).length === 0;

/**
 * Gives fees the free heads, in the order of the sheet: first those that a person chose, then proposed ones. A fee
 * without a free head is not used and is marked. `isProposed` is called for columns about which nothing else is known.
 */
export function placeFees(
  named: readonly NamedColumn[],
  isProposed: (column: NamedColumn) => boolean,
): NamedColumn[] {
  const free = freeAmounts(named);
  const chosen = named.filter(({ use }) => isHeadUse(use));
  const proposed = named.filter((one) => one.by === 'none' && !one.fits && isProposed(one));
  const all = [...chosen, ...proposed];
  const fees = new Set(all.slice(0, free.length));
  const beyond = new Set(all.slice(free.length));
  return named.map((one) => {
    const column = fees.has(one) ? free.shift() : undefined;
    if (column) {
      const use = one.use ?? headUseOf(one.title) ?? 'fee';
      return { ...one, column, by: isHeadUse(one.use) ? one.by : 'fee', use };
    }
    return beyond.has(one) ? { ...one, by: 'none', use: null, hasNoPlace: true } : one;
  });
}

/** The field of the head's name for an amount field. */
export const headOf = ({ field }: Column): Field => field.replace('amount', 'head') as Field;
