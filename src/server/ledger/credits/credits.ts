/**
 * A child's own credit: money that was paid for the child and settles no bill yet. It reduces only bills of this child.
 * A child is a registration number. A bill without one has only the credit that was paid for this bill.
 */
import { isOpen } from '#shared/money/bill-status.ts';
import { type Owing, type OwnCredit, payableWithCredit } from '#shared/money/credit.ts';
import { inTimeFrom, payableOn } from '#shared/money/payable.ts';
import type { Scope } from '../../auth/scope.ts';
import { withCharges } from '../ledger.ts';
import { listOwed, type Owed } from '../ledger-queries.ts';
import {
  listCreditsOfBills,
  listCreditsOfRegNums,
  listOpenOfChildren,
  listOwnersOfCredit,
  type StoredCredit,
} from './credits-queries.ts';

const childOf = ({ id, regNum }: Pick<Owed, 'id' | 'regNum'>): string | number => regNum ?? id;

/** Credit pays the bill that is due first. */
const inOrderOfDue = (bills: readonly Owing[]): Owing[] =>
  bills.toSorted((one, other) => {
    const [due, otherDue] = [one.dueDate ?? '9999', other.dueDate ?? '9999'];
    return (due < otherDue ? -1 : Number(due > otherDue)) || one.billID - other.billID;
  });

/**
 * Returns the own credit of the children of these bills, by bill. Bills of children without credit are left out. Takes
 * thousands of bills.
 */
export async function mapOwnCredit(
  scope: Scope,
  bills: readonly Pick<Owed, 'id' | 'regNum'>[],
): Promise<Map<number, OwnCredit>> {
  const regNums = [...new Set(bills.flatMap(({ regNum }) => regNum ?? []))];
  const single = bills.filter(({ regNum }) => regNum === null).map(({ id }) => id);
  const byRegNum = Map.groupBy(await listCreditsOfRegNums(scope, regNums), ({ regNum }) => regNum);
  const ofBills = (await listCreditsOfBills(scope, single)).filter(({ regNum }) => regNum === null);
  const byBill = Map.groupBy(ofBills, ({ ownerID }) => ownerID);
  const own = new Map<number, OwnCredit>();
  if (byRegNum.size + byBill.size === 0) return own;
  const singleWithCredit = single.filter((id) => byBill.has(id));
  const open = [
    ...(await listOpenOfChildren(scope, [...byRegNum.keys()])),
    ...(await listOwed(scope, singleWithCredit)).filter(isOpen),
  ];
  const charged = (await withCharges(scope, open)).map((bill) => ({ ...bill, billID: bill.id }));
  const openOf = Map.groupBy(charged, childOf);
  const children = new Map<string | number, OwnCredit>();
  for (const [child, rows] of [...byRegNum, ...byBill] as [string | number, StoredCredit[]][])
    children.set(child, {
      credits: rows.map(({ credit, receivedOn }) => ({ credit, from: inTimeFrom(receivedOn, scope.campus) })),
      bills: inOrderOfDue(openOf.get(child) ?? []),
    });
  for (const bill of bills) {
    const ofChild = children.get(childOf(bill));
    if (ofChild) own.set(bill.id, ofChild);
  }
  return own;
}

/**
 * Adds the other open bills of the same children. Their amounts change too when one bill or its payments change,
 * because the children's credit may now pay another bill.
 */
export async function withBillsOfChildren(scope: Scope, billIDs: Iterable<number>): Promise<Set<number>> {
  const ids = new Set(billIDs);
  const regNums = (await listOwed(scope, [...ids])).flatMap(({ regNum }) => regNum ?? []);
  for (const { id } of await listOpenOfChildren(scope, [...new Set(regNums)])) ids.add(id);
  return ids;
}

/** Lists the open bills of the campus that a child's own credit pays in part or whole, with the amount on a day. */
export async function listCovered(scope: Scope, day: string): Promise<{ billID: number; amount: number }[]> {
  const owners = await listOwnersOfCredit(scope);
  const regNums = [...new Set(owners.flatMap(({ regNum }) => regNum ?? []))];
  const single = owners.flatMap(({ regNum, ownerID }) =>
    regNum === null && ownerID !== null ? ownerID : [],
  );
  const bills = [
    ...(await listOpenOfChildren(scope, regNums)),
    ...(await listOwed(scope, [...new Set(single)])).filter((bill) => bill.regNum === null && isOpen(bill)),
  ];
  const own = await mapOwnCredit(scope, bills);
  const from = inTimeFrom(day, scope.campus);
  return (await withCharges(scope, bills)).flatMap((bill) => {
    const left = payableWithCredit(from, bill, own.get(bill.id)) ?? 0;
    const amount = payableOn(from, bill) - left;
    return amount > 0 ? [{ billID: bill.id, amount }] : [];
  });
}
