/** Decides what a save does with each row, from the stored bills and the earlier rows. */

import type { NewBill } from '#shared/calls/bills.ts';
import { paymentOf } from '#shared/money/bill-status.ts';
import { loweredBy } from '#shared/money/lowered.ts';
import { BillIndex, identityOf } from '#shared/sheets/bill-key.ts';
import { compareBill } from '#shared/sheets/compare-bill.ts';
import type { Hold } from '#shared/sheets/sheet-rows.ts';
import { refusals } from '#shared/words/import-problems.ts';
import type { FullBill } from '../../billing/bills/bills-queries.ts';
import { type BillRow, type readBills, toBill, toColumns } from '../../billing/bills/bills-rules.ts';
import type { Changed } from '../history/history-queries.ts';
import type { FoundBills } from '../matches/matches.ts';
import {
  type Billing,
  type FoundMatch,
  findElsewhere,
  findInvoiceHere,
  holdFor,
  isAmbiguous,
  isDuplicate,
  matchHere,
} from '../matches/matches-rules.ts';

export type Values = ReturnType<typeof readBills>['rows'][number];
/** A row of a save: its index, the bill in the request, and the values for the table. */
export type Row = { index: number; bill: NewBill; values: Values };

/** The indexes of the rows judged so far, by identity, by invoice number, and by matched bill. */
export type SeenRows = {
  byIdentity: BillIndex<{ invNo: string | null; index: number }>;
  byInvoice: Map<string, number>;
  byBill: Map<number, number>;
};
export const nothingSeen = (): SeenRows => ({
  byIdentity: new BillIndex(),
  byInvoice: new Map(),
  byBill: new Map(),
});

/** `lowered`: by how much the bill charges less, in paisa. */
export type Change = { billID: number; before: Changed; after: Changed; lowered?: number };
export type RowResult =
  | { outcome: 'add' }
  | { outcome: 'same' }
  | { outcome: 'held'; hold: Hold }
  /** `hold`: set if only the payment of the row is stored. It says why the rest is not. */
  | { outcome: 'update'; change: Change; hold?: Hold }
  | { outcome: 'refused'; field: string; message: string };

const refused = (field: string, message: string): RowResult => ({ outcome: 'refused', field, message });

/** Returns the index of an earlier row with this key. If there is none, this row becomes the first one. */
function seenBefore<K>(map: Map<K, number>, key: K, index: number): number | undefined {
  const first = map.get(key);
  if (first === undefined) map.set(key, index);
  return first;
}

/** Refuses a row if an earlier row of this save is the same bill or has the same invoice number. */
function judgeBySeen({ index, values }: Row, billing: Billing, seen: SeenRows): RowResult | undefined {
  const { field, text } = identityOf(values, billing);
  const same = seen.byIdentity.find(text, values);
  if (same) return refused(field, refusals.twice(same.index + 1));
  seen.byIdentity.add(text, { invNo: values.invNo, index });
  if (values.invNo === null) return undefined;
  const sameInvoice = seenBefore(seen.byInvoice, values.invNo, index);
  if (sameInvoice === undefined) return undefined;
  return refused('invNo', refusals.invoiceTwice(values.invNo, sameInvoice + 1));
}

function refuseDuplicate(invNo: string | null, { same, bill }: FoundMatch): RowResult {
  return same === 'invoice'
    ? refused('invNo', refusals.invoiceElsewhere(invNo ?? '', bill))
    : refused('regNum', refusals.billElsewhere(bill));
}

/** The columns that the row changes, with their values before and after. Undefined if the row changes nothing. */
export function changeOf(
  stored: FullBill,
  { bill, values }: Pick<Row, 'bill' | 'values'>,
): Change | undefined {
  const isSameNumber = values.numbers === stored.numbers;
  const changes = compareBill(toBill({ ...stored }), bill, isSameNumber);
  const statusBefore = changes.find(({ field }) => field === 'status')?.before ?? stored.status;
  const fields = changes.map(({ field, after }) => [field, after]);
  const given = Object.fromEntries(fields) as Partial<NewBill>;
  const { name, number } = given;
  const columns: Changed = { ...(toColumns(given) as Changed) };
  if (typeof name === 'string') columns.name = name;
  if (typeof number === 'string') Object.assign(columns, { number, numbers: values.numbers });
  const before: Changed = {};
  const after: Changed = {};
  for (const [column, value] of Object.entries(columns)) {
    const was = column === 'status' ? statusBefore : (stored[column as keyof BillRow] ?? null);
    // Amounts that differ by less than a paisa count as equal.
    if (was === value) continue;
    before[column] = was;
    after[column] = value;
  }
  return Object.keys(after).length > 0 ? { billID: stored.id, before, after } : undefined;
}

/**
 * Whether the row would move a bill to another month, and matches this bill only by its invoice number. The
 * child may already have a bill in the new month.
 */
const isMoved = (stored: FullBill, { regNum }: Values, { after }: Change): boolean =>
  stored.regNum !== null && regNum === null && ('month' in after || 'year' in after);

type Bounds = {
  messaged: ReadonlySet<number>;
  mayEdit: boolean;
  oneSeries: boolean;
  /**
   * Partly paid bills to which older bills are carried. Their status must not be changed to one that means that
   * nobody owes them.
   */
  askingOlder: ReadonlySet<number>;
  /** The fine for a renewed voucher, in paisa. */
  renewFine: number;
  /** Whether rows by which a bill charges less are saved. */
  mayLower: boolean;
};
export type SaveContext = FoundBills & Bounds;

/** Stores only the payment of a row whose other changes are held, for example because its bill was messaged. */
function takePayment(
  { billID, before, after }: Change,
  { hold, askingOlder }: Pick<SaveContext, 'askingOlder'> & { hold: Hold },
): RowResult | undefined {
  const { status } = after;
  // A row that lowers the total speaks of a payment of the lower total.
  if (status === undefined || hold === 'lowered') return undefined;
  if (askingOlder.has(billID) && paymentOf({ status: String(status) }) === 'other') return undefined;
  const change = { billID, before: { status: before.status ?? null }, after: { status } };
  return Object.keys(after).length > 1 ? { outcome: 'update', change, hold } : { outcome: 'update', change };
}

/**
 * A row without a matching bill in its billing is added. A row with a matching bill changes this bill, unless the
 * bill is held.
 */
export function judgeRow(row: Row, context: SaveContext, seen: SeenRows): RowResult {
  const { index, values } = row;
  const { similar, bills } = context;
  const bySeen = judgeBySeen(row, similar.billing, seen);
  if (bySeen) return bySeen;
  if (isAmbiguous(similar, values)) return refused('invNo', refusals.severalBills);
  const here = matchHere(similar, values);
  const stored = here && bills.get(here.id);
  if (stored) {
    const first = seenBefore(seen.byBill, stored.id, index);
    if (first !== undefined)
      return refused(identityOf(values, similar.billing).field, refusals.twice(first + 1));
  }
  const change = stored && changeOf(stored, row);
  if (stored && !change) return { outcome: 'same' };
  const lowered = stored && change ? loweredBy(stored, { ...stored, ...change.after }, context) : 0;
  const hold = stored && (holdFor(stored, context) ?? (lowered > 0 && !context.mayLower ? 'lowered' : null));
  if (hold)
    return (
      (context.mayEdit && change && takePayment(change, { ...context, hold })) || { outcome: 'held', hold }
    );
  const other = findInvoiceHere(similar, values, here);
  if (other) return refused('invNo', refusals.invoiceOf(values.invNo ?? '', other.regNum ?? other.name));
  if (stored && change && isMoved(stored, values, change))
    return refused('invNo', refusals.invoiceOf(values.invNo ?? '', stored.regNum ?? ''));
  const elsewhere = findElsewhere(similar, values, here);
  if (elsewhere && isDuplicate(elsewhere, context.oneSeries)) return refuseDuplicate(values.invNo, elsewhere);
  return change ? { outcome: 'update', change: { ...change, lowered } } : { outcome: 'add' };
}
