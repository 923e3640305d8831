/** How the credit of a family is used for its open bills. Pure; all amounts are in one unit; days are `2026-11-10`. */
import type { Allocated } from './allocation.ts';
import {
  chargedOn,
  type DueRules,
  type InTimeFrom,
  inTimeFrom,
  isLate,
  type Payable,
  payableOnOrNull,
} from './payable.ts';

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

type Spendable = Pick<Credit, 'credit'> & { from: InTimeFrom };
/**
 * The credit of one child and all its open bills, in the order in which credit pays them. `from` is the day of
 * `inTimeFrom` on which the money came in.
 */
export type OwnCredit = { credits: readonly Spendable[]; bills: readonly Owing[] };

type Open = { bill: Owing; isSettled: boolean };
type Spending<C> = { credit: C; rest: number; allocations: Allocated[] };

/** Uses each credit for the bills that it may pay. Changes both lists. */
function spendOn<C extends Spendable>(
  spending: readonly Spending<C>[],
  open: readonly Open[],
  mayPay: (credit: C, bill: Owing) => boolean,
): void {
  for (const one of spending)
    for (const at of open) {
      const { from } = one.credit;
      const owed = at.isSettled || !mayPay(one.credit, at.bill) ? 0 : owes(from, at.bill);
      const amount = Math.min(one.rest, owed);
      if (amount <= 0) continue;
      one.allocations.push({ billID: at.bill.billID, amount });
      at.bill = withCredit(at.bill, amount, from);
      at.isSettled = amount === owed;
      one.rest -= amount;
    }
}

const startSpending = <C extends Spendable>(credits: readonly C[], bills: readonly Owing[]) => ({
  open: bills.map((bill): Open => ({ bill, isSettled: false })),
  uses: credits.map((credit): Spending<C> => ({ credit, rest: credit.credit, allocations: [] })),
});

/** Uses the credits one after the other for the bills in their order. */
function spend<C extends Spendable>(credits: readonly C[], bills: readonly Owing[]) {
  const all = startSpending(credits, bills);
  spendOn(all.uses, all.open, () => true);
  return all;
}

const leftOf = (open: readonly Open[], from: InTimeFrom): Map<number, number> =>
  new Map(open.map(({ bill, isSettled }) => [bill.billID, isSettled ? 0 : owes(from, bill)]));

type Proposing<C extends Credit> = {
  day: string;
  rules: DueRules;
  /** Tells whether the credit belongs to the child of the bill. By default all credit does. */
  isOwn?: (credit: C, billID: number) => boolean;
  /** Whether credit that is left is then used for siblings. */
  forSiblings?: boolean;
};

/**
 * Uses each credit for the bills of its child, in their order, and if requested what is left for siblings. The payable
 * amount of a bill depends on the day on which the credit came in. `left`: what is still payable on `day` after that.
 */
export function proposeCredit<C extends Credit>(
  credits: readonly C[],
  bills: readonly Owing[],
  { day, rules, isOwn = () => true, forSiblings = false }: Proposing<C>,
): { uses: Use[]; left: ReadonlyMap<number, number> } {
  const dated = credits.map((one) => ({ ...one, from: inTimeFrom(one.receivedOn, rules) }));
  const { open, uses } = startSpending(dated, bills);
  const isOfChild = (credit: C, { billID }: Owing): boolean => isOwn(credit, billID);
  spendOn(uses, open, isOfChild);
  if (forSiblings) spendOn(uses, open, (credit, bill) => !isOfChild(credit, bill));
  return {
    uses: uses
      .map(({ credit: { paymentID }, allocations }) => ({ paymentID, allocations }))
      .filter(({ allocations }) => allocations.length > 0),
    left: leftOf(open, inTimeFrom(day, rules)),
  };
}

/** Everything that was paid for a child and settles no bill yet. */
export const creditOf = ({ credits }: Pick<OwnCredit, 'credits'>): number =>
  credits.reduce((sum, { credit }) => sum + credit, 0);

/** How much of a bill the child's own credit pays. */
export type Cover = 'part' | 'whole';

/** The part of the child's own credit that pays a bill. 0 for example if the bill is not open. */
export const creditFor = (own: OwnCredit | undefined, billID: number): number =>
  own === undefined
    ? 0
    : spend(own.credits, own.bills)
        .uses.flatMap(({ allocations }) => allocations)
        .filter((one) => one.billID === billID)
        .reduce((sum, { amount }) => sum + amount, 0);

/** Undefined if credit pays nothing of the bill. */
export function coverOf(own: OwnCredit | undefined, billID: number): Cover | undefined {
  if (own === undefined || creditFor(own, billID) === 0) return undefined;
  const { open } = spend(own.credits, own.bills);
  return open.some((one) => one.bill.billID === billID && one.isSettled) ? 'whole' : 'part';
}

/** What is still to pay of one of the child's open bills. Undefined for another bill. */
export const leftWithCredit = (
  { credits, bills }: OwnCredit,
  billID: number,
  from: InTimeFrom,
): number | undefined => leftOf(spend(credits, bills).open, from).get(billID);

/**
 * What is still to pay of a bill after the child's own credit. The bill itself stays open until the credit is used for
 * it. Null if the bill has no amount.
 */
export function payableWithCredit(
  from: InTimeFrom,
  bill: Payable & { id: number },
  own: OwnCredit | undefined,
): number | null {
  const payable = payableOnOrNull(from, bill);
  if (own === undefined || !payable) return payable;
  return leftWithCredit(own, bill.id, from) ?? payable;
}
