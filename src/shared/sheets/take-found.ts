/** What the server knows of a row, as what a save would do with it and what is to be said of it. */
import type { NewBill } from '../calls/bills.ts';
import type { Elsewhere, FoundRow, FoundStudent, Hold, ImportKind } from '../calls/imports.ts';
import { formatDay } from '../dates.ts';
import { formatAmount } from '../money.ts';
import type { CountryCode } from '../phone.ts';
import { billingOf, rowProblems, rowWarnings } from '../words/sheets.ts';
import type { RowIssue } from './checked.ts';
import { type Column, columnOf, studentColumns } from './columns.ts';
import { compareBill } from './compare-bill.ts';
import { periodText } from './look-at-bill.ts';
import { levelOf } from './problem.ts';
import type { RowRead } from './read-row.ts';
import { isSameNumber, plainName } from './same-value.ts';

/**
 * `before` holds, by field, what stands now where the row says something else. `numberIn`: the billing that has its
 * invoice number in the same month; what that means is for a person to say.
 */
export type StoredMatch = {
  fate: 'add' | 'update' | 'same' | 'held';
  hold: Hold | null;
  before: ReadonlyMap<string, string>;
  issues: RowIssue[];
  numberIn?: string;
};

type Values = RowRead['values'];

/** A value as a person reads it: dates with the month in letters, amounts with their commas. */
export function showValue(kind: Column['kind'], value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (kind === 'day') return formatDay(String(value));
  if ((kind === 'amount' || kind === 'headAmount') && typeof value === 'number') return formatAmount(value);
  return String(value);
}

const showField = (field: string, value: string | number | null): string =>
  showValue(columnOf('bills', field)?.kind ?? 'text', value);

/** `name`: of an amount what its head is called, where that is known. */
type FieldChange = { field: string; name?: string; before: string; after: string };

const nameOfAmount = (field: string, row: Values): { name?: string } => {
  const name = field.startsWith('amount') ? row[field.replace('amount', 'head')] : undefined;
  return typeof name === 'string' ? { name } : {};
};

/** What stays as it is, with what the file would change of it. */
function holdChanges(kind: ImportKind, why: Hold, changes: readonly FieldChange[]) {
  const said = changes.map(({ field, name, before, after }) =>
    rowWarnings.change(name ?? columnOf(kind, field)?.heading ?? field, before, after),
  );
  const sentence = rowWarnings.held[why](said.join(', '));
  return {
    fate: 'held' as const,
    hold: why,
    issues: [{ kind: 'held' as const, level: levelOf('held'), sentence }],
  };
}

const placeOf = ({ groupName, month, year }: Elsewhere): string =>
  billingOf(groupName, periodText({ month, year }));

function sayElsewhere(elsewhere: Elsewhere, invoice: string): RowIssue {
  const billing = placeOf(elsewhere);
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

/** Of an invoice number that another billing has in the same month: refused where both count in one series. */
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

/** Of a bill that is messaged or partly paid a payment is taken, and nothing else. */
function takePayment(
  why: Hold,
  status: { before: string; after: string },
  others: readonly FieldChange[],
): StoredMatch {
  const before = new Map([['status', status.before]]);
  if (others.length === 0) return { fate: 'update', hold: null, before, issues: [] };
  const { issues } = holdChanges('bills', why, others);
  const said = issues.map((issue) => ({
    ...issue,
    sentence: `${issue.sentence} ${rowWarnings.statusOnly(status.after)}`,
  }));
  return { fate: 'update', hold: null, before, issues: said };
}

function compare(
  { bill, hold }: Pick<FoundRow, 'bill' | 'hold'>,
  values: Values,
  country: CountryCode,
): StoredMatch {
  const row = values as NewBill;
  const changes = bill ? compareBill(bill, row, isSameNumber(bill.number, row.number ?? '', country)) : [];
  const shown = changes.map(({ field, before, after }) => ({
    field,
    ...nameOfAmount(field, values),
    before: showField(field, before),
    after: showField(field, after),
  }));
  const before = new Map(shown.map((change) => [change.field as string, change.before]));
  if (!bill) return { fate: 'add', hold: null, before, issues: [] };
  if (changes.length === 0) return { fate: 'same', hold, before, issues: [] };
  if (!hold) return { fate: 'update', hold, before, issues: [] };
  const status = hold === 'noEdit' ? undefined : shown.find(({ field }) => field === 'status');
  if (!status) return { before, ...holdChanges('bills', hold, shown) };
  return takePayment(
    hold,
    status,
    shown.filter((change) => change !== status),
  );
}

/** The row beside the bill that is there, and beside like bills of the campus. */
export function takeFoundRow(row: FoundRow, values: Values, country: CountryCode): StoredMatch {
  const { invoiceOf, elsewhere } = row;
  const found = compare(row, values, country);
  const invoice = String(values.invNo ?? '');
  if (invoiceOf !== null) {
    const sentence = rowProblems.invoiceOf(invoice, invoiceOf);
    found.issues.push({ kind: 'elsewhere', level: 'error', field: 'invNo', sentence });
  }
  if (elsewhere?.same === 'invoice') return { ...found, numberIn: placeOf(elsewhere) };
  if (elsewhere) found.issues.push(sayElsewhere(elsewhere, invoice));
  return found;
}

const placeFields = ['class', 'section'];

/** Whether two values of a student's field are the same, as a save has it. */
const sameIn =
  (country: CountryCode) =>
  (field: string, one: string, other: string): boolean => {
    if (field === 'number') return isSameNumber(one, other, country);
    return placeFields.includes(field) ? plainName(one) === plainName(other) : one === other;
  };

/** The row beside the student who is there. What the row leaves empty stays. */
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
  if (changes.length === 0) return { fate: 'same', hold, before, issues: [] };
  if (!hold) return { fate: 'update', hold, before, issues: [] };
  return { before, ...holdChanges('students', hold, changes) };
}
