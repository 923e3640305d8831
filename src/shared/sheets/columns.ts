/** The spec's columns (section 3), in its order, and how a heading is recognised as one of them. */
import type { NewBill } from '../calls/bills.ts';
import type { Cell } from './cells.ts';

/** How a column's cells are read: a `code` is text whose digits all matter. */
export type ColumnKind = 'code' | 'text' | 'amount' | 'headAmount' | 'day' | 'month' | 'year' | 'number';

export type Column = { heading: string; field: keyof NewBill & string; kind: ColumnKind };

const tenOf = (make: (n: number) => Column): Column[] =>
  Array.from({ length: 10 }, (_, index) => make(index + 1));

export const columns: readonly Column[] = [
  { heading: 'RegistrationNumber', field: 'regNum', kind: 'code' },
  { heading: 'InvoiceNumber', field: 'invNo', kind: 'code' },
  ...tenOf((n) => ({ heading: `Head${n}`, field: `head${n}` as Column['field'], kind: 'text' })),
  ...tenOf((n) => ({ heading: `Amount${n}`, field: `amount${n}` as Column['field'], kind: 'headAmount' })),
  { heading: 'TotalAmount', field: 'total', kind: 'amount' },
  { heading: 'DueDate', field: 'dueDate', kind: 'day' },
  { heading: 'AmountAfterDueDate', field: 'amountAfterDueDate', kind: 'amount' },
  { heading: 'ExpiryDate', field: 'expiryDate', kind: 'day' },
  { heading: 'IssueDate', field: 'issueDate', kind: 'day' },
  { heading: 'VoucherMonth', field: 'month', kind: 'month' },
  { heading: 'VoucherYear', field: 'year', kind: 'year' },
  { heading: 'Name', field: 'name', kind: 'text' },
  // The spec calls the target `mobile`; on the wire a bill's numbers are `number`.
  { heading: 'Mobile', field: 'number', kind: 'number' },
  { heading: 'Email', field: 'email', kind: 'text' },
  { heading: 'Branch', field: 'branch', kind: 'text' },
];

/** A heading without what people vary: case, spaces, dots, underscores, hyphens, unseen characters. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s._\-\u200b-\u200f\ufeff]+/g, '');

// A map, not an object: `__proto__` is a heading like any other.
const byPlainHeading = new Map(columns.map((column) => [plainHeading(column.heading), column]));

/** The spec's column that a heading cell names, if any. */
export const recognise = (heading: Cell | undefined): Column | undefined =>
  typeof heading === 'string' ? byPlainHeading.get(plainHeading(heading)) : undefined;
