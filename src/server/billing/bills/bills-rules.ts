/** Converts bills between API and table: rupees to paisa, numbers as typed and as E.164, missing values to null. */

import type { Bill, NewBill } from '#shared/calls/bills.ts';
import type { Issue } from '#shared/failures.ts';
import { mostIssues } from '#shared/limits.ts';
import { amountKeys, headKeys } from '#shared/money/bill-heads.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import { asksNothing } from '#shared/money/payable.ts';
import { type CountryCode, readNumbers, wordsBeside } from '#shared/people/phone.ts';
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

/** The columns of a bill that the API returns. The others are internal. */
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

/** `adjusted` and `lateWaived`: as in `Charging`, in paisa. */
export type BillRow = Pick<BillTable, Exclude<(typeof billColumns)[number], 'id' | 'paid'>> & {
  id: number;
  paid: number;
  adjusted: number;
  lateWaived: number;
};
type Values = Omit<
  BillTable,
  'id' | 'campusID' | 'groupID' | 'createdAt' | 'importID' | 'paid' | 'settledOn'
>;

/** Converts a row for the API. It modifies the row object: lists are long, and nothing else uses the rows. */
export function toBill(row: BillRow): Bill {
  for (const column of moneyColumns) {
    const paisa = row[column];
    if (paisa !== null) row[column] = toRupees(paisa);
  }
  row.paid = toRupees(row.paid);
  row.adjusted = toRupees(row.adjusted);
  row.lateWaived = toRupees(row.lateWaived);
  return row;
}

/** Returns the E.164 numbers of a typed field, and the parts that cannot be read. */
export function readTypedNumbers(typed: string, country: string): { numbers: string; unread: string[] } {
  const { numbers, unread } = readNumbers(typed, country as CountryCode);
  return { numbers: numbers.join(' '), unread };
}

/** Converts the given fields to columns. An absent field stays absent. */
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

const isNothing = ({ total = null, amountAfterDueDate = null }: NewBill): boolean =>
  asksNothing({ total, amountAfterDueDate });

/** The status of a new bill. A bill of 0 is paid, unless it has one of the school's own statuses. */
const statusOf = (bill: NewBill): string =>
  isNothing(bill) && isOpen({ status: bill.status || 'unpaid' }) ? 'paid' : bill.status || 'unpaid';

/** Builds a new row column by column. A loop over the column names takes five times as long. */
const toRow = (bill: NewBill, numbers: string): Values => ({
  name: bill.name ?? '',
  number: bill.number ?? '',
  numbers,
  status: statusOf(bill),
  statedStatus: bill.status && bill.status !== 'paid' && bill.status !== 'unpaid' ? bill.status : null,
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
 * Converts new bills to rows. If there are `issues` (path `contacts.12.number`), the caller should save nothing. A
 * bill may have no number, but an unreadable number is an issue. A bill without name, number and registration number
 * is an issue too. `before`: how many bills of the list were already read. `isStrict` also reports words in a number
 * field, for callers that do not check the sheet first.
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
    const { numbers, unread } = readTypedNumbers(number, country);
    const isNobody = !number && !bill.name && !bill.regNum;
    if (isNobody) issues.push({ path: `contacts.${index}.number`, message: fieldMessages.contact });
    for (const part of isStrict ? [...wordsBeside(number), ...unread] : unread)
      issues.push({ path: `contacts.${index}.number`, message: failureWords.numberUnread(part) });
    if (issues.length >= mostIssues) break;
    rows.push(toRow(bill, numbers));
  }
  return { rows, issues };
}
