/** A simple model of a school's money: what each payment is and which bills it settles. Amounts are rupees. */

export type ModelBill = {
  id: number;
  total: number;
  late: number;
  dueDate: string;
  said: string | null;
  fined: number;
  waived: { amount: number; day: string }[];
  /** The amounts that newer bills ask for in place of this one. */
  carried: { to: number; amount: number; day: string }[];
  isGone: boolean;
};
export type ModelPayment = {
  id: number;
  amount: number;
  day: string;
  isSaid: boolean;
  isCheque: boolean;
  isVoid: boolean;
  back: number;
  /** The allocations of the payment in their order; `at` orders them among all payments. */
  on: { billID: number; amount: number; at?: number }[];
};
export type Model = { bills: ModelBill[]; payments: ModelPayment[] };

type Adjusted = Pick<ModelBill, 'fined' | 'waived' | 'carried'>;

export const asked = (bill: ModelBill, day: string, { fined, waived, carried }: Adjusted = bill): number =>
  Math.max(
    (day > bill.dueDate ? bill.late : bill.total) +
      fined -
      [...waived, ...carried].reduce((sum, { amount }) => sum + amount, 0),
    0,
  );

const liesOn = ({ payments }: Model, billID: number) =>
  payments.flatMap(({ day, on }) =>
    on.filter((part) => part.billID === billID).map(({ amount }) => ({ day, amount })),
  );

export const paidOf = (model: Model, bill: ModelBill): number =>
  liesOn(model, bill.id).reduce((sum, { amount }) => sum + amount, 0);

/** The first day on which payments, waivers and carried amounts covered the bill without its fines. */
function feePaidOn(model: Model, bill: ModelBill): string | undefined {
  const money = liesOn(model, bill.id);
  return [...money, ...bill.waived, ...bill.carried]
    .map(({ day }) => day)
    .sort()
    .find((day) => {
      const until = <T extends { day: string }>(list: T[]): T[] => list.filter((one) => one.day <= day);
      const by = until(money).reduce((sum, { amount }) => sum + amount, 0);
      return by >= asked(bill, day, { fined: 0, waived: until(bill.waived), carried: until(bill.carried) });
    });
}

function isSettled(model: Model, bill: ModelBill): boolean {
  const day = feePaidOn(model, bill);
  return day !== undefined && paidOf(model, bill) >= asked(bill, day);
}

export function statusOf(model: Model, bill: ModelBill): string {
  if (bill.said !== null && bill.said !== 'partial') return bill.said;
  if (isSettled(model, bill) && bill.carried.length > 0) return 'carried';
  if (isSettled(model, bill)) return liesOn(model, bill.id).length > 0 ? 'paid' : 'waived';
  return paidOf(model, bill) > 0 ? 'partial' : (bill.said ?? 'unpaid');
}

export const isOwed = (model: Model, bill: ModelBill): boolean =>
  ['unpaid', 'partial'].includes(statusOf(model, bill));

/** A bill that was paid in time does not become late afterwards. */
function askedNow(model: Model, bill: ModelBill, day: string): number {
  const paidOn = feePaidOn(model, bill);
  return asked(bill, paidOn !== undefined && paidOn <= bill.dueDate ? paidOn : day);
}

/** What the bill asks for the money that has come in, without an adjustment that would be taken back. */
export function askedForPaid(model: Model, bill: ModelBill, without: Adjusted): number {
  const paidOn = feePaidOn(model, bill);
  const isInTime = isOwed(model, bill) && paidOn !== undefined && paidOn <= bill.dueDate;
  const last = liesOn(model, bill.id)
    .map(({ day }) => day)
    .sort()
    .at(-1);
  return asked(bill, isInTime ? bill.dueDate : (last ?? bill.dueDate), without);
}

export const balanceOf = (model: Model, bill: ModelBill, day: string): number =>
  isOwed(model, bill) ? Math.max(askedNow(model, bill, day) - paidOf(model, bill), 0) : 0;

export const leftOf = ({ amount, isVoid, back, on }: ModelPayment): number =>
  isVoid ? 0 : amount - back - on.reduce((sum, part) => sum + part.amount, 0);
