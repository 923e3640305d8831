/** How a payment is set against bills unless a person says otherwise. Pure; amounts in one unit, whichever. */

export type Balance = { billID: number; balance: number };
export type Allocated = { billID: number; amount: number };

/** Bill after bill in their order, each as far as the money goes; what is left is credit. */
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
