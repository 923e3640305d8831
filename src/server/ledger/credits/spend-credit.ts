/** Pays new bills with the own credit of their child. */
import { isOpen } from '#shared/money/bill-status.ts';
import { proposeCredit } from '#shared/money/credit.ts';
import { dayIn } from '#shared/time/dates.ts';
import type { Scope } from '../../auth/scope.ts';
import { recomputeBills, withCharges } from '../ledger.ts';
import { endAllocations, findBooking, insertAllocations, listOwed } from '../ledger-queries.ts';
import { inOrderOfDue } from './credits.ts';
import { listCreditsOfRegNums, listOpenOfChildren, listUsedBy } from './credits-queries.ts';

/** `amount`: in paisa. */
type Used = { bills: number; amount: number };

/**
 * Uses the earlier credit of each child for its bills among these. Older open bills of the child have the first claim
 * on the credit, but only a person uses it for them. Callers hold the campus lock.
 */
export async function spendCredit(scope: Scope, billIDs: readonly number[], now: string): Promise<Used> {
  const added = new Map((await listOwed(scope, billIDs)).filter(isOpen).map((bill) => [bill.id, bill]));
  const regNums = [...new Set([...added.values()].flatMap(({ regNum }) => regNum ?? []))];
  // An undo voids the payments of its own sheet, so they must settle nothing else.
  const earlier = (await listCreditsOfRegNums(scope, regNums)).filter(({ createdAt }) => createdAt < now);
  const credits = Map.groupBy(earlier, ({ regNum }) => regNum);
  const open = await withCharges(scope, await listOpenOfChildren(scope, [...credits.keys()]));
  const bills = Map.groupBy(
    open.map((bill) => ({ ...bill, billID: bill.id })),
    ({ regNum }) => regNum ?? '',
  );
  const at = { day: dayIn(scope.campus.timeZone, new Date(now)), rules: scope.campus };
  const uses = [...credits].flatMap(
    ([regNum, own]) => proposeCredit(own, inOrderOfDue(bills.get(regNum) ?? []), at).uses,
  );
  const rows = [];
  for (const { paymentID, allocations } of uses) {
    const bookedOn = (await findBooking(scope, paymentID, now))?.bookedOn ?? null;
    for (const { billID, amount } of allocations) {
      const bill = added.get(billID);
      if (!bill) continue;
      const { groupID, name, regNum } = bill;
      rows.push({ paymentID, billID, groupID, name, regNum, amount, createdAt: now, bookedOn });
    }
  }
  await insertAllocations(scope, rows);
  const paid = new Set(rows.map(({ billID }) => billID));
  await recomputeBills(scope, [...paid]);
  return { bills: paid.size, amount: rows.reduce((sum, { amount }) => sum + amount, 0) };
}

/** Makes the money credit again that the bills of an import got by `spendCredit` when it was saved, at `at`. */
export async function giveCreditBack(
  scope: Scope,
  of: { groupID: number; importID: number; at: string },
  now: string,
): Promise<void> {
  const used = await listUsedBy(scope, of);
  await endAllocations(
    scope,
    used.map(({ id }) => id),
    now,
  );
  await recomputeBills(scope, [...new Set(used.map(({ billID }) => billID))]);
}
