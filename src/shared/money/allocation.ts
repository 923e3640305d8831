/**
 * How a payment is divided over bills unless a person decides otherwise. Pure; all amounts are in one unit, paisa or
 * rupees.
 */

export type Balance = { billID: number; balance: number };
export type Allocated = { billID: number; amount: number };

/** Pays the bills in their order until the money is used up. The rest of the money is credit. */
export function propose(amount: number, bills: readonly Balance[]): Allocated[] {
  let left = amount;
  const allocated: Allocated[] = [];
  for (const { billID, balance } of bills) {
    const part = Math.min(left, balance);
    if (part <= 0) continue;
    allocated.push({ billID, amount: part });
    left -= part;
  }
  return allocated;
}
