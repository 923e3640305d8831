/** From the wire to the table and back: rupees to paisa, numbers as typed and as E.164, nothing unknown but null. */
import { amountKeys, type Bill, headKeys, type NewBill } from '#shared/calls/bills.ts';
import type { Issue } from '#shared/failures.ts';
import { mostIssues } from '#shared/limits.ts';
import { toPaisa, toRupees } from '#shared/money.ts';
import { type CountryCode, readNumbers, wordsBeside } from '#shared/phone.ts';
import { failureWords } from '#shared/words/failures.ts';
import { fieldMessages } from '#shared/words/toasts.ts';
import type { BillTable } from '../tables.ts';

export const moneyColumns = ['total', 'amountAfterDueDate', ...amountKeys] as const;
const plainColumns = [
  'avatar',
  'regNum',
  'invNo',
  'issueDate',
  'dueDate',
  'expiryDate',
  'month',
  'year',
  'email',
  'branch',
  ...headKeys,
] as const;

/** The columns of a bill that go out; the others are the store's own. */
export const billColumns = [
  'id',
  'groupID',
  'campusID',
  'name',
  'number',
  'status',
  'paid',
  'settledOn',
  ...plainColumns,
  ...moneyColumns,
] as const;

/** `adjusted`: its fines less its waivers, in paisa. */
export type BillRow = Pick<BillTable, Exclude<(typeof billColumns)[number], 'id' | 'paid'>> & {
  id: number;
  paid: number;
  adjusted: number;
};
type Values = Omit<
  BillTable,
  'id' | 'campusID' | 'groupID' | 'createdAt' | 'importID' | 'paid' | 'settledOn'
>;

/** A row as the wire has it. Changes the row itself: lists are long, and a row is read for this alone. */
export function toBill(row: BillRow): Bill {
  for (const column of moneyColumns) {
    const paisa = row[column];
    if (paisa !== null) row[column] = toRupees(paisa);
  }
  row.paid = toRupees(row.paid);
  row.adjusted = toRupees(row.adjusted);
  return row;
}

/** The E.164 numbers of a typed field, or what cannot be read in it. */
export function numbersOf(typed: string, country: string): { numbers: string; unread: string[] } {
  const { numbers, unread } = readNumbers(typed, country as CountryCode);
  return { numbers: numbers.join(' '), unread };
}

/** The given fields as columns; a field that is absent is absent in the result too. */
export function toColumns(bill: Partial<NewBill>): Partial<Values> {
  const columns: Partial<Record<keyof Values, string | number | null>> = {};
  for (const column of plainColumns) {
    if (bill[column] !== undefined) columns[column] = bill[column] === '' ? null : bill[column];
  }
  for (const column of moneyColumns) {
    if (bill[column] !== undefined) columns[column] = paisa(bill[column]);
  }
  if (bill.status) columns.status = bill.status;
  return columns as Partial<Values>;
}

const paisa = (rupees: number | null | undefined): number | null =>
  rupees === null || rupees === undefined ? null : toPaisa(rupees);

/** A new bill's row, column by column: in a loop over their names it takes five times as long. */
const toRow = (bill: NewBill, numbers: string): Values => ({
  name: bill.name ?? '',
  number: bill.number ?? '',
  numbers,
  status: bill.status || 'unpaid',
  said: bill.status && bill.status !== 'paid' && bill.status !== 'unpaid' ? bill.status : null,
  avatar: bill.avatar || null,
  regNum: bill.regNum || null,
  invNo: bill.invNo || null,
  total: paisa(bill.total),
  amountAfterDueDate: paisa(bill.amountAfterDueDate),
  issueDate: bill.issueDate || null,
  dueDate: bill.dueDate || null,
  expiryDate: bill.expiryDate || null,
  month: bill.month ?? null,
  year: bill.year ?? null,
  email: bill.email || null,
  branch: bill.branch || null,
  head1: bill.head1 || null,
  amount1: paisa(bill.amount1),
  head2: bill.head2 || null,
  amount2: paisa(bill.amount2),
  head3: bill.head3 || null,
  amount3: paisa(bill.amount3),
  head4: bill.head4 || null,
  amount4: paisa(bill.amount4),
  head5: bill.head5 || null,
  amount5: paisa(bill.amount5),
  head6: bill.head6 || null,
  amount6: paisa(bill.amount6),
  head7: bill.head7 || null,
  amount7: paisa(bill.amount7),
  head8: bill.head8 || null,
  amount8: paisa(bill.amount8),
  head9: bill.head9 || null,
  amount9: paisa(bill.amount9),
  head10: bill.head10 || null,
  amount10: paisa(bill.amount10),
});

export type BillsRead = { rows: Values[]; issues: Issue[] };

/**
 * New bills as rows, all or none: with `issues` (path `contacts.12.number`) nothing should be saved. A bill may lack
 * a number, it just cannot be messaged; it may not have one that cannot be read, nor be without name and number.
 * `before` is how many bills of the same list have been read already; `isStrict`: no check has passed over the words
 * beside a number, so they are told of, too.
 */
export function readBills(
  bills: readonly NewBill[],
  country: string,
  { before = 0, isStrict = false } = {},
): BillsRead {
  const rows: Values[] = [];
  const issues: Issue[] = [];
  for (const [at, bill] of bills.entries()) {
    const index = before + at;
    const number = bill.number ?? '';
    const { numbers, unread } = numbersOf(number, country);
    const isNobody = !number && !bill.name && !bill.regNum;
    if (isNobody) issues.push({ path: `contacts.${index}.number`, message: fieldMessages.contact });
    for (const part of isStrict ? [...wordsBeside(number), ...unread] : unread)
      issues.push({ path: `contacts.${index}.number`, message: failureWords.numberUnread(part) });
    if (issues.length >= mostIssues) break;
    rows.push(toRow(bill, numbers));
  }
  return { rows, issues };
}
