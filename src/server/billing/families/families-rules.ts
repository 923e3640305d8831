/** Sorts the bills of a family and groups them by child. */

import type { FamilyBill } from '#shared/calls/chat.ts';
import type { FamilyChild } from '#shared/calls/families.ts';
import { rankOf } from '#shared/money/bill-status.ts';

type FamilyBillKey = { id: number; groupID: number; status: string };
type Period = { id: number; month: number; year: number };

/**
 * Sorts open bills first. Open and other bills are each sorted by billing, the newest first. Bills of one billing are
 * sorted by id.
 */
export function sortFamilyBills<T extends FamilyBillKey>(
  bills: readonly T[],
  billings: readonly Period[],
): T[] {
  const periodOf = new Map(billings.map(({ id, month, year }) => [id, year * 12 + month]));
  const period = ({ groupID }: FamilyBillKey): number => periodOf.get(groupID) ?? 0;
  return bills.toSorted(
    (a, b) =>
      rankOf(a.status) - rankOf(b.status) || period(b) - period(a) || b.groupID - a.groupID || a.id - b.id,
  );
}

type Child = Omit<FamilyChild, 'bills' | 'credit' | 'left' | 'studentID'> & { id: number; regNum: string };

/** The month of a bill. If the bill has none, the month of its billing. */
const monthOf = ({ year, month, groupID }: FamilyBill, billings: ReadonlyMap<number, Period>): number => {
  const billing = billings.get(groupID);
  return (year ?? billing?.year ?? 0) * 12 + (month ?? billing?.month ?? 0);
};

/**
 * Merges the children of these bills and of the roster, by registration number, or by name if they have none.
 * Children with bills come first, ordered by their newest bill. The bills of each child begin with the newest month.
 */
export function toChildren(
  bills: readonly FamilyBill[],
  roster: readonly Child[],
  billings: readonly Period[],
): Omit<FamilyChild, 'credit' | 'left'>[] {
  const periods = new Map(billings.map((billing) => [billing.id, billing]));
  const newestFirst = bills.toSorted(
    (one, other) => monthOf(other, periods) - monthOf(one, periods) || one.id - other.id,
  );
  const keyOf = ({ regNum, name }: { regNum: string | null; name: string }): string =>
    regNum === null ? `name ${name}` : `reg ${regNum}`;
  const billed = Map.groupBy(newestFirst, keyOf);
  const enrolled = new Map(roster.map((child) => [keyOf(child), child]));
  const keys = [...new Set([...billed.keys(), ...enrolled.keys()])];
  return keys.map((key) => {
    const child = enrolled.get(key);
    const ofChild = billed.get(key) ?? [];
    return {
      name: ofChild.find(({ name }) => name !== '')?.name ?? child?.name ?? '',
      regNum: child?.regNum ?? ofChild[0]?.regNum ?? null,
      studentID: child?.id ?? null,
      fatherName: child?.fatherName ?? null,
      class: child?.class ?? null,
      section: child?.section || null,
      bills: ofChild,
    };
  });
}

/** Returns the father of most of the children. Empty if the roster has no father's name. */
export function fatherOf(children: readonly Pick<FamilyChild, 'fatherName'>[]): string {
  const named = Map.groupBy(
    children.flatMap(({ fatherName }) => fatherName || []),
    (name) => name,
  );
  const [first] = [...named.values()].sort((one, other) => other.length - one.length);
  return first?.[0] ?? '';
}
