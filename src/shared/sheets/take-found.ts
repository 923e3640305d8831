/** What the server knows of a row, as what a save would do with it and what is to be said of it. */
import type { Bill, NewBill } from '../calls/bills.ts';
import type { Elsewhere, FoundRow, Hold, Student } from '../calls/imports.ts';
import { formatDay } from '../dates.ts';
import { formatAmount } from '../money.ts';
import { billingOf, rowProblems, rowWarnings } from '../words/sheets.ts';
import type { RowIssue } from './checked.ts';
import { type Column, columnOf, studentColumns } from './columns.ts';
import { compareBill } from './compare-bill.ts';
import { periodText } from './look-at-bill.ts';
import { levelOf } from './problem.ts';
import type { RowRead } from './read-row.ts';

/** `before` holds, by field, what stands now where the row says something else. */
export type Found = {
  fate: 'add' | 'update' | 'same' | 'held';
  hold: Hold | null;
  before: ReadonlyMap<string, string>;
  issues: RowIssue[];
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

const heading = (field: string): string => columnOf('bills', field)?.heading ?? field;

function sayElsewhere({ same, groupName, month, year }: Elsewhere, values: Values): RowIssue {
  const billing = billingOf(groupName, periodText({ month, year }));
  const invoice = String(values.invNo ?? '');
  if (same === 'invoice' || same === 'bill') {
    const isInvoice = same === 'invoice';
    const sentence = isInvoice
      ? rowProblems.invoiceElsewhere(invoice, billing)
      : rowProblems.billElsewhere(billing);
    return { kind: 'elsewhere', level: 'error', field: isInvoice ? 'invNo' : 'regNum', sentence };
  }
  const isInvoice = same === 'oldInvoice';
  const sentence = isInvoice
    ? rowWarnings.invoiceBefore(invoice, billing)
    : rowWarnings.alsoElsewhere(billing);
  return { kind: 'alsoElsewhere', level: 'warning', field: isInvoice ? 'invNo' : 'regNum', sentence };
}

function compare(bill: Bill | null, hold: Hold | null, values: Values): Found {
  const changes = bill ? compareBill(bill, values as NewBill) : [];
  const before = new Map(
    changes.map((change) => [change.field as string, showField(change.field, change.before)]),
  );
  if (!bill) return { fate: 'add', hold: null, before, issues: [] };
  if (changes.length === 0) return { fate: 'same', hold, before, issues: [] };
  if (!hold) return { fate: 'update', hold, before, issues: [] };
  const said = changes.map((change) =>
    rowWarnings.change(
      heading(change.field),
      showField(change.field, change.before),
      showField(change.field, change.after),
    ),
  );
  const sentence = rowWarnings.held[hold](said.join(', '));
  return { fate: 'held', hold, before, issues: [{ kind: 'held', level: levelOf('held'), sentence }] };
}

/** The row beside the bill that is there, and beside like bills of the campus. */
export function takeFoundRow({ bill, hold, invoiceOf, elsewhere }: FoundRow, values: Values): Found {
  const found = compare(bill, hold, values);
  if (invoiceOf !== null) {
    const sentence = rowProblems.invoiceOf(String(values.invNo ?? ''), invoiceOf);
    found.issues.push({ kind: 'elsewhere', level: 'error', field: 'invNo', sentence });
  }
  if (elsewhere) found.issues.push(sayElsewhere(elsewhere, values));
  return found;
}

/** The row beside the student who is there. What the row leaves empty stays. */
export function takeFoundStudent(student: Student, values: Values): Found {
  const before = new Map<string, string>();
  for (const { field } of studentColumns) {
    const there = student[field as keyof Student] ?? '';
    if (values[field] !== undefined && values[field] !== there) before.set(field, String(there));
  }
  return { fate: before.size > 0 ? 'update' : 'same', hold: null, before, issues: [] };
}
