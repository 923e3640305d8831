/** A family's bills in the order in which they are spoken of. */

import { rankOf } from '#shared/bill-status.ts';

type FamilyBillKey = { id: number; groupID: number; status: string };
type Period = { id: number; month: number; year: number };

/** What is owed first, each of the newest billing first; of a billing as they came. */
export function inOrder<T extends FamilyBillKey>(bills: readonly T[], billings: readonly Period[]): T[] {
  const periodOf = new Map(billings.map(({ id, month, year }) => [id, year * 12 + month]));
  const period = ({ groupID }: FamilyBillKey): number => periodOf.get(groupID) ?? 0;
  return bills.toSorted(
    (a, b) =>
      rankOf(a.status) - rankOf(b.status) || period(b) - period(a) || b.groupID - a.groupID || a.id - b.id,
  );
}
