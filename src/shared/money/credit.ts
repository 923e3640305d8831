/** How the credit of a family is used for its open bills. Pure; all amounts are in one unit; days are `2026-11-10`. */
import type { Allocated } from './allocation.ts';
import { chargedOn, type DueRules, type InTimeFrom, inTimeFrom, isLate, type Payable } from './payable.ts';

/** The unused rest of a payment, and the day the payment came in. */
export type Credit = { paymentID: number; receivedOn: string; credit: number };
/** An open bill. */
export type Owing = Required<Omit<Payable, 'status'>> & { billID: number };
export type Use = { paymentID: number; allocations: Allocated[] };

/** Credit that came in late counts as late money for the credits after it. */
const withCredit = (bill: Owing, amount: number, from: InTimeFrom): Owing => ({
  ...bill,
  paid: bill.paid + amount,
  paidLate: bill.paidLate + (isLate(from, bill) ? amount : 0),
});

const owes = (from: InTimeFrom, bill: Owing): number =>
  Math.max(chargedOn(from, { ...bill, status: 'unpaid' }) - bill.paid, 0);

/**
 * Uses the credits one after the other for the bills in their order. The payable amount of a bill depends on the day
 * on which the credit came in. `left`: what is still payable on `day` after the credit was used.
 */
export function proposeCredit(
  credits: readonly Credit[],
  bills: readonly Owing[],
  { day, rules }: { day: string; rules: DueRules },
): { uses: Use[]; left: ReadonlyMap<number, number> } {
  const open = bills.map((bill) => ({ bill, isSettled: false }));
  const uses = credits.map(({ paymentID, receivedOn, credit }) => {
    const from = inTimeFrom(receivedOn, rules);
    let rest = credit;
    const allocations: Allocated[] = [];
    for (const one of open) {
      const owed = one.isSettled ? 0 : owes(from, one.bill);
      const amount = Math.min(rest, owed);
      if (amount <= 0) continue;
      allocations.push({ billID: one.bill.billID, amount });
      one.bill = withCredit(one.bill, amount, from);
      one.isSettled = amount === owed;
      rest -= amount;
    }
    return { paymentID, allocations };
  });
  const from = inTimeFrom(day, rules);
  const left = open.map(({ bill, isSettled }) => [bill.billID, isSettled ? 0 : owes(from, bill)] as const);
  return { uses: uses.filter(({ allocations }) => allocations.length > 0), left: new Map(left) };
}
