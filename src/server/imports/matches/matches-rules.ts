/**
 * Decides which bill a row matches, and which bills of other billings are so similar that the row would be a
 * duplicate (decision 0009).
 */

import type { Group } from '#shared/calls/groups.ts';
import { isOpen, paymentOf } from '#shared/money/bill-status.ts';
import { isPaidByNobody } from '#shared/money/payable.ts';
import { BillIndex, haveOtherInvoices, identityOf, periodOf } from '#shared/sheets/bill-key.ts';
import type { Elsewhere, Hold } from '#shared/sheets/sheet-rows.ts';
import type { FullBill } from '../../billing/bills/bills-queries.ts';
import type { StoredKey, When } from './matches-queries.ts';

/**
 * `isNew`: the billing has no bills yet that a row could match. `groups`: all billings of the campus, by id. `since`:
 * bills that were created before this instant are ignored.
 */
export type Billing = {
  id: number;
  month: number;
  year: number;
  isNew: boolean;
  since?: string;
  groups: ReadonlyMap<number, Pick<Group, 'name' | 'month' | 'year'>>;
};

/**
 * A bill of any billing of the campus that is similar to a row. If it has no month or year, it has those of its
 * billing.
 */
export type SimilarBill = StoredKey & { month: number; year: number; groupName: string };

/** The identifying columns of a bill as stored. E.164 numbers are separated by spaces, amounts are in paisa. */
export type Key = {
  regNum: string | null;
  invNo: string | null;
  name: string;
  numbers: string;
  month: number | null;
  year: number | null;
  total: number | null;
};

/**
 * The bills that are similar to some rows. `here`: in the billing itself. `there`: in other billings of the campus.
 */
export type SimilarBills = {
  billing: Billing;
  hereByIdentity: BillIndex<SimilarBill>;
  hereByInvoice: Map<string, SimilarBill>;
  thereByBill: Map<string, SimilarBill[]>;
  thereByInvoice: Map<string, SimilarBill[]>;
};

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** If several bills have the same invoice number, the first one is kept. */
function putHere(similar: SimilarBills, bill: SimilarBill): void {
  const { text } = identityOf(bill, bill);
  if (!similar.hereByIdentity.all(text).some(({ id }) => id === bill.id))
    similar.hereByIdentity.add(text, bill);
  if (bill.invNo !== null && !similar.hereByInvoice.has(bill.invNo))
    similar.hereByInvoice.set(bill.invNo, bill);
}

const toSimilarBill = (
  bill: StoredKey,
  group: { name?: string; month: number; year: number },
): SimilarBill => ({
  ...bill,
  month: bill.month ?? group.month,
  year: bill.year ?? group.year,
  groupName: group.name ?? '',
});

/** `bills` may contain a bill twice. */
export function indexSimilarBills(billing: Billing, bills: readonly StoredKey[]): SimilarBills {
  const similar: SimilarBills = {
    billing,
    hereByIdentity: new BillIndex(),
    hereByInvoice: new Map(),
    thereByBill: new Map(),
    thereByInvoice: new Map(),
  };
  for (const stored of bills) {
    const group = stored.groupID === billing.id ? billing : billing.groups.get(stored.groupID);
    // Bills of a billing that was created after `billing.groups` was read are ignored.
    if (!group) continue;
    const bill = toSimilarBill(stored, group);
    if (bill.groupID === billing.id) {
      putHere(similar, bill);
      continue;
    }
    if (bill.regNum !== null) push(similar.thereByBill, identityOf(bill, bill).text, bill);
    if (bill.invNo !== null) push(similar.thereByInvoice, bill.invNo, bill);
  }
  return similar;
}

/** The bills of the billing that the child of the row has in the same month. */
const listOfChild = (similar: SimilarBills, key: Key): readonly SimilarBill[] =>
  similar.hereByIdentity.all(identityOf(key, similar.billing).text);

/** Returns the bill of the billing that the row matches. Of several that it may match, the one with its total. */
export function findHere(similar: SimilarBills, key: Key): SimilarBill | undefined {
  const ofChild = key.regNum !== null && key.invNo === null ? listOfChild(similar, key) : [];
  const sameTotal = ofChild.length > 1 ? ofChild.find(({ total }) => total === key.total) : undefined;
  if (sameTotal) return sameTotal;
  const byIdentity = similar.hereByIdentity.find(identityOf(key, similar.billing).text, key);
  if (byIdentity || key.regNum !== null || key.invNo === null) return byIdentity;
  return similar.hereByInvoice.get(key.invNo);
}

/**
 * Like `findHere`, for the rows of a sheet one after the other. A bill without an invoice number has that of the first
 * row that matches it, so that another voucher of the child is another bill.
 */
export function matchHere(similar: SimilarBills, key: Key): SimilarBill | undefined {
  const here = findHere(similar, key);
  if (here) here.invNo ??= key.invNo;
  return here;
}

/**
 * Whether the row has no invoice number, and the child has several bills of which none has its total. Nobody can tell
 * which of them it is.
 */
export function isAmbiguous(similar: SimilarBills, key: Key): boolean {
  if (key.regNum === null || key.invNo !== null) return false;
  const ofChild = listOfChild(similar, key);
  const [first] = ofChild.filter(({ invNo }) => invNo !== null);
  const areSeveral = first !== undefined && ofChild.some((bill) => haveOtherInvoices(first, bill));
  return areSeveral && !ofChild.some(({ total }) => total === key.total);
}

/** The invoice number of the bill that the child of a new row already has in the same month. */
export function findOtherInvoice(similar: SimilarBills, key: Key): string | null {
  if (key.regNum === null || key.invNo === null) return null;
  return listOfChild(similar, key).find((bill) => haveOtherInvoices(bill, key))?.invNo ?? null;
}

/**
 * Returns where bills of these months can be stored: in billings of that month, or in billings with only the same
 * month or the same year.
 */
export function whenOf({ id, month, year, groups }: Billing, periods: readonly number[]): When {
  const all = [...groups, [id, { month, year }] as const];
  const are = (isOne: (group: Timed, period: number) => boolean) =>
    all.flatMap(([id, group]) => (periods.some((period) => isOne(group, period)) ? id : []));
  return {
    periods,
    whole: are((group, period) => periodOf({}, group) === period),
    half: are(
      (group, period) => (period - group.month) % 12 === 0 || Math.ceil(period / 12) - 1 === group.year,
    ),
  };
}

/** Returns another bill of the billing that has the row's invoice number. `here`: the bill that the row matches. */
export function findInvoiceHere(
  similar: SimilarBills,
  { invNo }: Key,
  here: Pick<SimilarBill, 'id'> | undefined,
): SimilarBill | undefined {
  const bill = invNo === null ? undefined : similar.hereByInvoice.get(invNo);
  return bill && bill.id !== here?.id ? bill : undefined;
}

type Timed = Pick<Group, 'month' | 'year'>;

type Same = Elsewhere['same'];
export type FoundMatch = { same: Same; bill: SimilarBill };

function sameInvoice(similar: SimilarBills, key: Key): FoundMatch | undefined {
  const bills = key.invNo === null ? undefined : similar.thereByInvoice.get(key.invNo);
  const period = periodOf(key, similar.billing);
  const now = bills?.find((bill) => periodOf(bill, bill) === period);
  const bill = now ?? bills?.at(-1);
  return bill && { same: now ? 'invoice' : 'oldInvoice', bill };
}

function sameBill(similar: SimilarBills, key: Key): FoundMatch | undefined {
  if (key.regNum === null) return undefined;
  const bills = similar.thereByBill.get(identityOf(key, similar.billing).text);
  const same = bills?.find((bill) => bill.total === key.total && !haveOtherInvoices(bill, key));
  const bill = same ?? bills?.at(-1);
  return bill && { same: same ? 'bill' : 'registration', bill };
}

/** If a row matches two bills, the kind of match that comes first in this list decides. */
const ranks: readonly Same[] = ['bill', 'invoice', 'oldInvoice', 'registration'];

/**
 * Returns the most similar bill in another billing. A row that matches a bill in its own billing is a duplicate only
 * if it has a new invoice number.
 */
export function findElsewhere(
  similar: SimilarBills,
  key: Key,
  here: Pick<SimilarBill, 'invNo'> | undefined,
): FoundMatch | undefined {
  if (here && here.invNo === key.invNo) return undefined;
  const invoice = sameInvoice(similar, key);
  const bill = here ? undefined : sameBill(similar, key);
  if (!invoice || !bill) return invoice ?? bill;
  return ranks.indexOf(bill.same) < ranks.indexOf(invoice.same) ? bill : invoice;
}

/** Whether a save refuses the row because of this match. Other matches are shown to a person, who decides. */
export const isDuplicate = ({ same }: FoundMatch, oneSeries: boolean): boolean =>
  same === 'bill' || (oneSeries && same === 'invoice');

/** The columns that decide whether a bill is held. */
export type Holdable = Pick<FullBill, 'id' | 'status' | 'total' | 'amountAfterDueDate' | 'paid'>;

/** Returns why a file may not change this bill, and why an undo may not change it back. Null if both may. */
export function holdOf(
  bill: Holdable,
  messaged: ReadonlySet<number>,
): Exclude<Hold, 'noEdit' | 'lowered'> | null {
  const payment = paymentOf(bill);
  if (payment !== 'unpaid' && !isPaidByNobody(bill)) return payment;
  return messaged.has(bill.id) ? 'messaged' : null;
}

/**
 * Returns why the file of this caller does not change the bill. Without the right to edit, payments in the file are
 * not stored either.
 */
export function holdFor(
  bill: Holdable,
  { messaged, mayEdit }: { messaged: ReadonlySet<number>; mayEdit: boolean },
): Hold | null {
  const hold = holdOf(bill, messaged);
  if (mayEdit) return hold;
  return hold && !isOpen(bill) ? hold : 'noEdit';
}
