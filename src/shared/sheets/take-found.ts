/** Combines a row with what the server found: what a save would do with it, and its issues. */

import { areSameArrears, arrearsOf, type ChosenClasses } from '../money/fee-head-class.ts';
import { loweredBy } from '../money/lowered.ts';
import { formatAmount } from '../money/money.ts';
import { splitPaid } from '../money/paid-in-sheet.ts';
import { type InTimeFrom, neverLate, payableOn } from '../money/payable.ts';
import type { CountryCode } from '../people/phone.ts';
import { formatDay } from '../time/dates.ts';
import type { RowIssue } from './checked.ts';
import { type Column, columnOf, studentColumns } from './columns.ts';
import { type Change, compareBill } from './compare-bill.ts';
import { periodText } from './look-at-bill.ts';
import { levelOf } from './problem.ts';
import type { RowRead } from './read-row.ts';
import { isSameNumber, plainName } from './same-value.ts';
import type {
  BillRow,
  Elsewhere,
  FoundRow,
  FoundStudent,
  Hold,
  ImportKind,
  OlderBills,
} from './sheet-rows.ts';
import { billingOf, rowProblems, rowWarnings } from './sheet-words.ts';

/**
 * `before`: the stored values that the row would change, by field. `numberIn`: another billing with the same invoice
 * number in the same month; a person decides what that means.
 */
export type StoredMatch = {
  outcome: 'add' | 'update' | 'same' | 'held';
  hold: Hold | null;
  before: ReadonlyMap<string, string>;
  issues: RowIssue[];
  numberIn?: string;
  /** The invoice number of another bill of the child, if the row would make a second bill. */
  otherInvoice?: string;
  /**
   * The arrears of the row, if any, and what older bills leave open. With `isNewer`: the arrears of a later bill, and
   * what this row and other older bills leave open. `billings`: the billings of the other bills. Rupees.
   */
  arrears?: { charged: number; older: OlderBills; isSame: boolean; isNewer: boolean };
};

type Values = RowRead['values'];

/** A value as a person reads it: dates with the month in letters, amounts with commas. */
export function showValue(kind: Column['kind'], value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (kind === 'day') return formatDay(String(value));
  if ((kind === 'amount' || kind === 'headAmount') && typeof value === 'number') return formatAmount(value);
  return String(value);
}

const showField = (field: string, value: string | number | null): string =>
  showValue(columnOf('bills', field)?.kind ?? 'text', value);

/** `name`: for an amount the name of its head, if known. */
type FieldChange = { field: string; name?: string; before: string; after: string };

const nameOfAmount = (field: string, row: Values): { name?: string } => {
  const name = field.startsWith('amount') ? row[field.replace('amount', 'head')] : undefined;
  return typeof name === 'string' ? { name } : {};
};

/** A held row, with the changes that the file would make. */
function holdChanges(kind: ImportKind, why: Hold, changes: readonly FieldChange[]) {
  const sentences = changes.map(({ field, name, before, after }) =>
    rowWarnings.change(name ?? columnOf(kind, field)?.heading ?? field, before, after),
  );
  const sentence = rowWarnings.held[why](sentences.join(', '));
  return {
    outcome: 'held' as const,
    hold: why,
    issues: [{ kind: 'held' as const, level: levelOf('held'), sentence }],
  };
}

const billingLabel = ({ groupName, month, year }: Elsewhere): string =>
  billingOf(groupName, periodText({ month, year }));

function sayElsewhere(elsewhere: Elsewhere, invoice: string): RowIssue {
  const billing = billingLabel(elsewhere);
  const { same } = elsewhere;
  if (same === 'bill') {
    const sentence = rowProblems.billElsewhere(billing);
    return { kind: 'elsewhere', level: 'error', field: 'regNum', sentence };
  }
  const isInvoice = same === 'oldInvoice';
  const sentence = isInvoice
    ? rowWarnings.invoiceBefore(invoice, billing)
    : rowWarnings.alsoElsewhere(billing);
  return { kind: 'alsoElsewhere', level: 'warning', field: isInvoice ? 'invNo' : 'regNum', sentence };
}

/**
 * The issue of an invoice number that another billing has in the same month. It is an error if both share one series.
 */
export function saySeries(invoice: string, billing: string, oneSeries: boolean): RowIssue {
  return oneSeries
    ? {
        kind: 'elsewhere',
        level: 'error',
        field: 'invNo',
        sentence: rowProblems.invoiceElsewhere(invoice, billing),
      }
    : {
        kind: 'alsoElsewhere',
        level: 'warning',
        field: 'invNo',
        sentence: rowWarnings.invoiceBefore(invoice, billing),
      };
}

/** The issue of a row that would make a second bill of a child. */
export const saySecond = (invoice: string): RowIssue => ({
  kind: 'second',
  level: levelOf('second'),
  field: 'invNo',
  sentence: rowProblems.second(invoice),
});

/** Uses only the payment of a row for a held bill, and says so in the issue. */
function takePayment(
  why: Hold,
  {
    before,
    others,
    note,
  }: { before: ReadonlyMap<string, string>; others: readonly FieldChange[]; note: string },
): StoredMatch {
  const { issues } = others.length > 0 ? holdChanges('bills', why, others) : { issues: [] };
  const explained = issues.map((issue) => ({ ...issue, sentence: `${issue.sentence} ${note}` }));
  return { outcome: 'update', hold: null, before, issues: explained };
}

/** Why the row does not change the bill. */
function holdOf(
  { bill, hold, renewFine }: Pick<FoundRow, 'bill' | 'hold' | 'renewFine'>,
  changes: readonly Change[],
): Hold | null {
  if (hold || !bill || renewFine === undefined) return hold;
  const after = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
  return loweredBy(bill, { ...bill, ...after }, { renewFine }) > 0 ? 'lowered' : null;
}

function compare(
  row: Pick<FoundRow, 'bill' | 'hold' | 'renewFine'>,
  values: Values,
  country: CountryCode,
): StoredMatch {
  const { bill } = row;
  const { bill: stated, paid } = splitPaid(values as BillRow);
  const isMore = bill !== null && paid !== undefined && paid.amount > bill.paid && row.hold !== 'noEdit';
  const changes = bill
    ? compareBill(bill, stated, isSameNumber(bill.number, stated.number ?? '', country))
    : [];
  const hold = holdOf(row, changes);
  const shown = changes.map(({ field, before, after }) => ({
    field,
    ...nameOfAmount(field, values),
    before: showField(field, before),
    after: showField(field, after),
  }));
  const before = new Map(shown.map((change) => [change.field as string, change.before]));
  if (!bill) return { outcome: 'add', hold: null, before, issues: [] };
  if (isMore) before.set('paidAmount', bill.paid === 0 ? '' : formatAmount(bill.paid));
  if (changes.length === 0 && isMore) return { outcome: 'update', hold: null, before, issues: [] };
  if (changes.length === 0) return { outcome: 'same', hold, before, issues: [] };
  if (!hold) return { outcome: 'update', hold, before, issues: [] };
  if (isMore) return takePayment(hold, { before, others: shown, note: rowWarnings.paidOnly });
  const isWhole = hold === 'noEdit' || hold === 'lowered';
  const status = isWhole ? undefined : shown.find(({ field }) => field === 'status');
  if (!status) return { before, ...holdChanges('bills', hold, shown) };
  return takePayment(hold, {
    before: new Map([['status', status.before]]),
    others: shown.filter((change) => change !== status),
    note: rowWarnings.statusOnly(status.after),
  });
}

type Arrears = NonNullable<StoredMatch['arrears']>;

/**
 * Compares the arrears of a row with the older bills. Arrears that the stored bill already has need no new
 * question.
 */
function compareOlder(
  { older, bill }: FoundRow,
  charged: number,
  feeHeads?: ChosenClasses,
): Arrears | undefined {
  if (!older || charged === 0 || (bill && arrearsOf(bill, feeHeads) === charged)) return undefined;
  return { charged, older, isSame: areSameArrears(charged, older), isNewer: false };
}

/** Compares the arrears of a stored newer bill with a row that is older. */
function compareNewer({ newer, bill }: FoundRow, values: Values): Arrears | undefined {
  if (!newer) return undefined;
  const { bill: row, paid } = splitPaid(values as BillRow);
  const own = {
    total: row.total ?? bill?.total ?? null,
    amountAfterDueDate: row.amountAfterDueDate ?? bill?.amountAfterDueDate ?? null,
    dueDate: row.dueDate ?? bill?.dueDate ?? null,
    status: row.status ?? bill?.status ?? 'unpaid',
    paid: paid?.amount ?? bill?.paid ?? 0,
    settledOn: bill?.settledOn ?? null,
    adjusted: bill?.adjusted ?? 0,
    lateWaived: bill?.lateWaived ?? 0,
  };
  const today = payableOn(newer.inTimeFrom as InTimeFrom, own);
  if (today === 0) return undefined;
  const inTime = payableOn(neverLate, own) + newer.others.inTime;
  const older = { today: today + newer.others.today, inTime, billings: newer.billings };
  return { charged: newer.charged, older, isSame: areSameArrears(newer.charged, older), isNewer: true };
}

/** The arrears of a row that is saved. If both comparisons apply, the one with a question comes first. */
function compareArrears(
  row: FoundRow,
  values: Values,
  { outcome, feeHeads }: Pick<StoredMatch, 'outcome'> & { feeHeads: ChosenClasses | undefined },
): Arrears | undefined {
  if (outcome !== 'add' && outcome !== 'update') return undefined;
  const both = [compareOlder(row, arrearsOf(values, feeHeads), feeHeads), compareNewer(row, values)];
  const compared = both.filter((arrears) => arrears !== undefined);
  return compared.find(({ isSame }) => !isSame) ?? compared[0];
}

function sayArrears({ charged, older, isNewer }: Arrears): RowIssue {
  const say = isNewer ? rowWarnings.laterArrearsDiffer : rowWarnings.arrearsDiffer;
  const sentence = say(formatAmount(charged), formatAmount(older.today), older.billings);
  return { kind: 'arrearsDiffer', level: 'warning', field: 'total', sentence };
}

type ReadBy = { country: CountryCode; feeHeads?: ChosenClasses | undefined };

/** Compares the row with the stored bill, and with matching bills of the campus. */
export function takeFoundRow(row: FoundRow, values: Values, { country, feeHeads }: ReadBy): StoredMatch {
  const { invoiceOf, elsewhere } = row;
  const found = compare(row, values, country);
  const invoice = String(values.invNo ?? '');
  if (invoiceOf !== null) {
    const sentence = rowProblems.invoiceOf(invoice, invoiceOf);
    found.issues.push({ kind: 'elsewhere', level: 'error', field: 'invNo', sentence });
  }
  if (row.isUnclear)
    found.issues.push({
      kind: 'elsewhere',
      level: 'error',
      field: 'invNo',
      sentence: rowProblems.severalBills,
    });
  const arrears = compareArrears(row, values, { outcome: found.outcome, feeHeads });
  if (arrears && !arrears.isSame) found.issues.push(sayArrears(arrears));
  const { otherInvoice } = row;
  const whole = { ...found, ...(arrears && { arrears }), ...(otherInvoice && { otherInvoice }) };
  if (elsewhere?.same === 'invoice') return { ...whole, numberIn: billingLabel(elsewhere) };
  if (elsewhere) whole.issues.push(sayElsewhere(elsewhere, invoice));
  return whole;
}

const placeFields = ['class', 'section'];

/** Whether two values of a student's field count as equal, as in a save. */
const sameIn =
  (country: CountryCode) =>
  (field: string, one: string, other: string): boolean => {
    if (field === 'number') return isSameNumber(one, other, country);
    return placeFields.includes(field) ? plainName(one) === plainName(other) : one === other;
  };

/** Compares the row with the stored student. Empty cells change nothing. */
export function takeFoundStudent(student: FoundStudent, values: Values, country: CountryCode): StoredMatch {
  const isSame = sameIn(country);
  const changes = studentColumns.flatMap(({ field }) => {
    const before = String(student[field as keyof FoundStudent] ?? '');
    const value = values[field];
    if (value === undefined || isSame(field, String(value), before)) return [];
    return [{ field, before, after: String(value) }];
  });
  const before = new Map(changes.map((change) => [change.field as string, change.before]));
  const { hold = null } = student;
  if (changes.length === 0) return { outcome: 'same', hold, before, issues: [] };
  if (!hold) return { outcome: 'update', hold, before, issues: [] };
  return { before, ...holdChanges('students', hold, changes) };
}
