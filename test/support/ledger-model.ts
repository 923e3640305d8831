/** A simple model of a school's money: what each payment is and which bills it settles. Amounts are rupees. */

export type ModelBill = {
  id: number;
  total: number;
  late: number;
  dueDate: string;
  statedStatus: string | null;
  fined: number;
  waived: { amount: number; day: string; isOfLateFine: boolean }[];
  /** The amounts that newer bills ask for in place of this one. */
  carried: { to: number; amount: number; day: string }[];
  isGone: boolean;
};
export type ModelPayment = {
  id: number;
  amount: number;
  day: string;
  isStated: boolean;
  isCheque: boolean;
  isVoid: boolean;
  back: number;
  /** The allocations of the payment in their order. */
  on: { billID: number; amount: number }[];
};
export type Model = { bills: ModelBill[]; payments: ModelPayment[] };

/** The facts from which it follows what a bill charges and whether it is settled. `late` is null without a late amount. */
export type BillFacts = {
  total: number;
  late: number | null;
  lastInTime: string;
  /** Payments, and amounts that newer bills ask for in place of this one. */
  money: { day: string; amount: number }[];
  fines: number;
  /** Waivers of the fee and write-offs. */
  conceded: number;
  lateWaived: number;
};

const sumOf = (list: readonly { amount: number }[]): number =>
  list.reduce((sum, { amount }) => sum + amount, 0);

/**
 * What the bill charges for good. Undefined while its fee is open: it is paid when the money until some day reaches what
 * the bill charges on that day, without added fines.
 */
function finalCharge(facts: BillFacts): number | undefined {
  const { total, late, lastInTime, money, fines, conceded, lateWaived } = facts;
  const lateAmount = late === null || late <= total ? (late ?? total) : Math.max(late - lateWaived, total);
  const final = (amount: number): number => Math.max(amount + fines - conceded, 0);
  if (conceded > 0 && conceded >= total) return final(total);
  for (const { day } of money.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
    const charge = day <= lastInTime ? total : lateAmount;
    if (sumOf(money.filter((one) => one.day <= day)) >= Math.max(charge - conceded, 0)) return final(charge);
  }
  return total === 0 && !late ? final(0) : undefined;
}

function isSettledBy(facts: BillFacts): boolean {
  const charge = finalCharge(facts);
  return charge !== undefined && sumOf(facts.money) >= charge;
}

const mostTried = 4096;

/** The least amount that settles the bill if it comes in on this day, found by trying. */
export function leastFor(facts: BillFacts, day: string): number {
  const settles = (amount: number): boolean =>
    isSettledBy(amount === 0 ? facts : { ...facts, money: [...facts.money, { day, amount }] });
  if (settles(0)) return 0;
  let [low, high] = [0, mostTried];
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (settles(middle)) high = middle;
    else low = middle;
  }
  if (!settles(high) || settles(high - 1)) throw new Error('the least amount was not found');
  return high;
}

/** What the bill asks for on a day, whatever was paid. */
export const charged = (bill: ModelBill, day: string): number => {
  const { total, late, dueDate, fined, waived, carried } = bill;
  const lateAmount = Math.max(late - sumOf(waived.filter(({ isOfLateFine }) => isOfLateFine)), total);
  const reduced = sumOf(waived.filter(({ isOfLateFine }) => !isOfLateFine)) + sumOf(carried);
  return Math.max((day > dueDate ? lateAmount : total) + fined - reduced, 0);
};

const liesOn = ({ payments }: Model, billID: number) =>
  payments.flatMap(({ day, on }) =>
    on.filter((part) => part.billID === billID).map(({ amount }) => ({ day, amount })),
  );

export const paidOf = (model: Model, bill: ModelBill): number => sumOf(liesOn(model, bill.id));

function factsOf(model: Model, bill: ModelBill): BillFacts {
  const { total, late, dueDate: lastInTime, fined: fines, waived, carried } = bill;
  const money = [...liesOn(model, bill.id), ...carried];
  const lateWaived = sumOf(waived.filter(({ isOfLateFine }) => isOfLateFine));
  return { total, late, lastInTime, money, fines, conceded: sumOf(waived) - lateWaived, lateWaived };
}

export function statusOf(model: Model, bill: ModelBill): string {
  const isSettled = isSettledBy(factsOf(model, bill));
  if (bill.statedStatus !== null && bill.statedStatus !== 'partial') return bill.statedStatus;
  if (isSettled && bill.carried.length > 0) return 'carried';
  if (isSettled) return liesOn(model, bill.id).length > 0 ? 'paid' : 'waived';
  return paidOf(model, bill) > 0 ? 'partial' : (bill.statedStatus ?? 'unpaid');
}

export const isOwed = (model: Model, bill: ModelBill): boolean =>
  ['unpaid', 'partial'].includes(statusOf(model, bill));

/** The late fine that the bill asks for on a day; 0 once its fee was paid in time. */
export function lateFineOn(model: Model, bill: ModelBill, day: string): number {
  const facts = { ...factsOf(model, bill), fines: 0 };
  const inTime = { ...facts, money: facts.money.filter((one) => one.day <= bill.dueDate) };
  if (finalCharge(inTime) !== undefined) return 0;
  return Math.max(charged(bill, day) - charged(bill, bill.dueDate), 0);
}

/** Whether a fine of this amount is paid, so that it cannot be taken back. */
export function isFinePaid(model: Model, bill: ModelBill, amount: number): boolean {
  const facts = factsOf(model, bill);
  const charge = finalCharge({ ...facts, fines: facts.fines - amount });
  return charge !== undefined && sumOf(facts.money) > charge;
}

export const balanceOf = (model: Model, bill: ModelBill, day: string): number =>
  isOwed(model, bill) ? leastFor(factsOf(model, bill), day) : 0;

export const leftOf = ({ amount, isVoid, back, on }: ModelPayment): number =>
  isVoid ? 0 : amount - back - on.reduce((sum, part) => sum + part.amount, 0);
