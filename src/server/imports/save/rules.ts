/** What a save does with each row: judged by what the store knows and by the rows before it. */
import { paymentOf } from '#shared/bill-status.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import type { Hold } from '#shared/calls/imports.ts';
import { identityOf } from '#shared/sheets/bill-key.ts';
import { compareBill } from '#shared/sheets/compare-bill.ts';
import { refusals } from '#shared/words/import-refusals.ts';
import type { FullBill } from '../../billing/bills/queries.ts';
import { type BillRow, type readBills, toBill, toColumns } from '../../billing/bills/rules.ts';
import type { Changed } from '../history/queries.ts';
import type { KnownBills } from '../matches/actions.ts';
import {
  type Billing,
  type FoundMatch,
  findElsewhere,
  findHere,
  findInvoiceHere,
  holdFor,
  isDouble,
} from '../matches/rules.ts';

export type Values = ReturnType<typeof readBills>['rows'][number];
/** A row of a save by its place among those sent, as it came and as the table takes it. */
export type Row = { index: number; bill: NewBill; values: Values };

/** The rows judged so far, by their places: by what they are, by invoice number, by the bill they speak of. */
export type SeenRows = {
  byIdentity: Map<string, number>;
  byInvoice: Map<string, number>;
  byBill: Map<number, number>;
};
export const nothingSeen = (): SeenRows => ({
  byIdentity: new Map(),
  byInvoice: new Map(),
  byBill: new Map(),
});

export type Change = { billID: number; before: Changed; after: Changed };
export type Verdict =
  | { fate: 'add' }
  | { fate: 'same' }
  | { fate: 'held'; hold: Hold }
  /** `hold`: why no more of the row than its payment is taken. */
  | { fate: 'update'; change: Change; hold?: Hold }
  | { fate: 'refused'; field: string; message: string };

const refused = (field: string, message: string): Verdict => ({ fate: 'refused', field, message });

/** The place of an earlier row under this key; the first one keeps it. */
function seenBefore<K>(map: Map<K, number>, key: K, index: number): number | undefined {
  const first = map.get(key);
  if (first === undefined) map.set(key, index);
  return first;
}

/** Whether a row of this save came before that is the same bill, or has its invoice number. */
function judgeBySeen({ index, values }: Row, billing: Billing, seen: SeenRows): Verdict | undefined {
  const { field, text } = identityOf(values, billing);
  const same = seenBefore(seen.byIdentity, text, index);
  if (same !== undefined) return refused(field, refusals.twice(same + 1));
  if (values.invNo === null) return undefined;
  const sameInvoice = seenBefore(seen.byInvoice, values.invNo, index);
  if (sameInvoice === undefined) return undefined;
  return refused('invNo', refusals.invoiceTwice(values.invNo, sameInvoice + 1));
}

function refuseDouble(invNo: string | null, { same, bill }: FoundMatch): Verdict {
  return same === 'invoice'
    ? refused('invNo', refusals.invoiceElsewhere(invNo ?? '', bill))
    : refused('regNum', refusals.billElsewhere(bill));
}

/** The columns that the row changes, as they are and as they become; undefined when it changes nothing. */
export function changeOf(
  stored: FullBill,
  { bill, values }: Pick<Row, 'bill' | 'values'>,
): Change | undefined {
  const isSameNumber = values.numbers === stored.numbers;
  const changes = compareBill(toBill({ ...stored }), bill, isSameNumber);
  const fields = changes.map(({ field, after }) => [field, after]);
  const given = Object.fromEntries(fields) as Partial<NewBill>;
  const { name, number } = given;
  const columns: Changed = { ...(toColumns(given) as Changed) };
  if (typeof name === 'string') columns.name = name;
  if (typeof number === 'string') Object.assign(columns, { number, numbers: values.numbers });
  const before: Changed = {};
  const after: Changed = {};
  for (const [column, value] of Object.entries(columns)) {
    const was = stored[column as keyof BillRow] ?? null;
    // Rupees that differ by less than a paisa are the same.
    if (was === value) continue;
    before[column] = was;
    after[column] = value;
  }
  return Object.keys(after).length > 0 ? { billID: stored.id, before, after } : undefined;
}

/**
 * Whether a row that knows a bill only by its invoice number would give it another month: a registration has one bill a
 * month, and the other one may be there.
 */
const isMoved = (stored: FullBill, { regNum }: Values, { after }: Change): boolean =>
  stored.regNum !== null && regNum === null && ('month' in after || 'year' in after);

type Bounds = {
  messaged: ReadonlySet<number>;
  mayEdit: boolean;
  oneSeries: boolean;
  /** Bills of which a part is paid, and with it what they ask of older ones: they stay to be paid. */
  askingOlder: ReadonlySet<number>;
};
export type Known = KnownBills & Bounds;

/** That a bill was paid is taken though it was messaged, and nothing else of the row. */
function takePayment(
  { billID, before, after }: Change,
  { hold, askingOlder }: Pick<Known, 'askingOlder'> & { hold: Hold },
): Verdict | undefined {
  const { status } = after;
  if (status === undefined) return undefined;
  if (askingOlder.has(billID) && paymentOf({ status: String(status) }) === 'other') return undefined;
  const change = { billID, before: { status: before.status ?? null }, after: { status } };
  return Object.keys(after).length > 1 ? { fate: 'update', change, hold } : { fate: 'update', change };
}

/** A row that meets no bill of its billing is added; one that does changes it, unless that is held. */
export function judgeRow(row: Row, known: Known, seen: SeenRows): Verdict {
  const { index, values } = row;
  const { likes, bills } = known;
  const bySeen = judgeBySeen(row, likes.billing, seen);
  if (bySeen) return bySeen;
  const here = findHere(likes, values);
  const stored = here && bills.get(here.id);
  if (stored) {
    const first = seenBefore(seen.byBill, stored.id, index);
    if (first !== undefined)
      return refused(identityOf(values, likes.billing).field, refusals.twice(first + 1));
  }
  const change = stored && changeOf(stored, row);
  if (stored && !change) return { fate: 'same' };
  const hold = stored && holdFor(stored, known);
  if (hold)
    return (known.mayEdit && change && takePayment(change, { ...known, hold })) || { fate: 'held', hold };
  const other = findInvoiceHere(likes, values, here);
  if (other) return refused('invNo', refusals.invoiceOf(values.invNo ?? '', other.regNum ?? other.name));
  if (stored && change && isMoved(stored, values, change))
    return refused('invNo', refusals.invoiceOf(values.invNo ?? '', stored.regNum ?? ''));
  const elsewhere = findElsewhere(likes, values, here);
  if (elsewhere && isDouble(elsewhere, known.oneSeries)) return refuseDouble(values.invNo, elsewhere);
  return change ? { fate: 'update', change } : { fate: 'add' };
}
