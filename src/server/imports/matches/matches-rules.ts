/**
 * Which bill a row matches, and which bills of other billings are so similar that the row would be a duplicate
 * (decision 0009).
 */

import { isOpen, paymentOf } from '#shared/bill-status.ts';
import type { Group } from '#shared/calls/groups.ts';
import type { Elsewhere, Hold } from '#shared/calls/imports.ts';
import { isPaidByNobody } from '#shared/payable.ts';
import { identityOf, periodOf } from '#shared/sheets/bill-key.ts';
import type { FullBill } from '../../billing/bills/bills-queries.ts';
import type { StoredKey, When } from './matches-queries.ts';

/**
 * `isNew`: it has no bills to match. `groups`: all billings of the campus by id. `since`: bills created before this
 * instant are not matched.
 */
export type Billing = {
  id: number;
  month: number;
  year: number;
  isNew: boolean;
  since?: string;
  groups: ReadonlyMap<number, Pick<Group, 'name' | 'month' | 'year'>>;
};

/** A bill of any billing of the campus that is similar to a row, with its own month and year or else its billing's. */
export type LikeBill = StoredKey & { month: number; year: number; groupName: string };

/** The identifying columns of a bill as stored: E.164 numbers separated by space, amounts in paisa. */
export type Key = {
  regNum: string | null;
  invNo: string | null;
  name: string;
  numbers: string;
  month: number | null;
  year: number | null;
  total: number | null;
};

/** The bills that are similar to some rows. `here`: in the billing itself; `there`: in other billings of the campus. */
export type Likes = {
  billing: Billing;
  hereByIdentity: Map<string, LikeBill>;
  hereByInvoice: Map<string, LikeBill>;
  thereByBill: Map<string, LikeBill[]>;
  thereByInvoice: Map<string, LikeBill[]>;
};

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Of several equal bills the first one counts. */
function putHere(likes: Likes, bill: LikeBill): void {
  const { text } = identityOf(bill, bill);
  if (!likes.hereByIdentity.has(text)) likes.hereByIdentity.set(text, bill);
  if (bill.invNo !== null && !likes.hereByInvoice.has(bill.invNo)) likes.hereByInvoice.set(bill.invNo, bill);
}

const toLike = (bill: StoredKey, group: { name?: string; month: number; year: number }): LikeBill => ({
  ...bill,
  month: bill.month ?? group.month,
  year: bill.year ?? group.year,
  groupName: group.name ?? '',
});

/** `bills` may contain a bill twice. */
export function sortLikes(billing: Billing, bills: readonly StoredKey[]): Likes {
  const likes: Likes = {
    billing,
    hereByIdentity: new Map(),
    hereByInvoice: new Map(),
    thereByBill: new Map(),
    thereByInvoice: new Map(),
  };
  for (const stored of bills) {
    const group = stored.groupID === billing.id ? billing : billing.groups.get(stored.groupID);
    // A billing created after `billing.groups` was read is ignored.
    if (!group) continue;
    const bill = toLike(stored, group);
    if (bill.groupID === billing.id) {
      putHere(likes, bill);
      continue;
    }
    if (bill.regNum !== null) push(likes.thereByBill, identityOf(bill, bill).text, bill);
    if (bill.invNo !== null) push(likes.thereByInvoice, bill.invNo, bill);
  }
  return likes;
}

/** The bill of the billing that the row matches. */
export function findHere(likes: Likes, key: Key): LikeBill | undefined {
  const byIdentity = likes.hereByIdentity.get(identityOf(key, likes.billing).text);
  if (byIdentity || key.regNum !== null || key.invNo === null) return byIdentity;
  return likes.hereByInvoice.get(key.invNo);
}

/** Where bills of these months can be: billings of that whole month, or with only a matching month or year. */
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

/** Another bill of the billing with the row's invoice number. `here` is the bill that the row matches. */
export function findInvoiceHere(
  likes: Likes,
  { invNo }: Key,
  here: Pick<LikeBill, 'id'> | undefined,
): LikeBill | undefined {
  const bill = invNo === null ? undefined : likes.hereByInvoice.get(invNo);
  return bill && bill.id !== here?.id ? bill : undefined;
}

type Timed = Pick<Group, 'month' | 'year'>;

export type Same = Elsewhere['same'];
export type FoundMatch = { same: Same; bill: LikeBill };

function sameInvoice(likes: Likes, key: Key): FoundMatch | undefined {
  const bills = key.invNo === null ? undefined : likes.thereByInvoice.get(key.invNo);
  const period = periodOf(key, likes.billing);
  const now = bills?.find((bill) => periodOf(bill, bill) === period);
  const bill = now ?? bills?.at(-1);
  return bill && { same: now ? 'invoice' : 'oldInvoice', bill };
}

function sameBill(likes: Likes, key: Key): FoundMatch | undefined {
  if (key.regNum === null) return undefined;
  const bills = likes.thereByBill.get(identityOf(key, likes.billing).text);
  const hasOtherInvoice = ({ invNo }: LikeBill) =>
    invNo !== null && key.invNo !== null && invNo !== key.invNo;
  const same = bills?.find((bill) => bill.total === key.total && !hasOtherInvoice(bill));
  const bill = same ?? bills?.at(-1);
  return bill && { same: same ? 'bill' : 'registration', bill };
}

/** Which kind of match counts when a row matches two bills; the first wins. */
const ranks: readonly Same[] = ['bill', 'invoice', 'oldInvoice', 'registration'];

/**
 * The most similar bill in another billing. A row that matches a bill `here` is a duplicate only if it brings a new
 * invoice number.
 */
export function findElsewhere(
  likes: Likes,
  key: Key,
  here: Pick<LikeBill, 'invNo'> | undefined,
): FoundMatch | undefined {
  if (here && here.invNo === key.invNo) return undefined;
  const invoice = sameInvoice(likes, key);
  const bill = here ? undefined : sameBill(likes, key);
  if (!invoice || !bill) return invoice ?? bill;
  return ranks.indexOf(bill.same) < ranks.indexOf(invoice.same) ? bill : invoice;
}

/** Whether a save refuses the row because of this match. People check the other matches. */
export const isDouble = ({ same }: FoundMatch, oneSeries: boolean): boolean =>
  same === 'bill' || (oneSeries && same === 'invoice');

/** What decides whether a bill is held. */
export type Holdable = Pick<FullBill, 'id' | 'status' | 'total' | 'amountAfterDueDate' | 'paid'>;

/** Why a file may not change this bill, and an undo may not revert such a change; null when they may. */
export function holdOf(bill: Holdable, messaged: ReadonlySet<number>): Exclude<Hold, 'noEdit'> | null {
  const payment = paymentOf(bill);
  if (payment !== 'unpaid' && !isPaidByNobody(bill)) return payment;
  return messaged.has(bill.id) ? 'messaged' : null;
}

/** Why this caller's file does not change the bill. Without the right to edit, payments are not taken either. */
export function holdFor(
  bill: Holdable,
  { messaged, mayEdit }: { messaged: ReadonlySet<number>; mayEdit: boolean },
): Hold | null {
  const hold = holdOf(bill, messaged);
  if (mayEdit) return hold;
  return hold && !isOpen(bill) ? hold : 'noEdit';
}
