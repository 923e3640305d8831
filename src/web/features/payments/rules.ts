/**
 * Pure rules of a payment: how much is paid for each bill, and how a payable amount is explained. Typed amounts are
 * converted to paisa, so that sums are exact.
 */

import type { AccountKind, MoneyAccount } from '#shared/calls/money-accounts.ts';
import type { CashCount, OpenBillAnswer, OpenFamily, Payment } from '#shared/calls/payments.ts';
import { propose } from '#shared/money/allocation.ts';
import { type Owing, proposeCredit, type Use } from '#shared/money/credit.ts';
import type { PaymentMethod } from '#shared/money/ledger.ts';
import { formatAmount, toPaisa, toRupees } from '#shared/money/money.ts';
import type { DueRules, InTimeFrom } from '#shared/money/payable.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import { formatDayOfYear, monthName } from '#shared/time/dates.ts';
import { billWords } from '#shared/words/bills.ts';
import { cashWords, counterWords } from '#shared/words/counter.ts';
import { readAmount } from '../../lib/typed-amount.ts';

/** An amount of the day book. It is null before the clerk has counted the cash. */
export const sayAmount = (amount: number | null): string =>
  amount === null ? cashWords.hidden : formatAmount(amount);

/** What was saved: the receipt, and the credit that was used. Amounts are in rupees. */
export const sayReceived = (
  { receiptNo, amount, used }: { receiptNo: number; amount: number; used: number },
  say: (rupees: number) => string,
): string =>
  [amount > 0 && counterWords.saved(receiptNo, say(amount)), used > 0 && counterWords.creditUsed(say(used))]
    .filter(Boolean)
    .join(' ');

/**
 * The input of the user. `left` contains the ids of the bills that are left out, `parts` the amounts typed for single
 * bills, and `amount` the amount typed for all bills together.
 */
export type TypedAmounts = {
  left: ReadonlySet<number>;
  parts: Readonly<Record<number, string>>;
  amount?: string | undefined;
};
export const noAmountsTyped: TypedAmounts = { left: new Set(), parts: {} };

/** `credit` is the part that the family's credit pays. The balance of `bill` is what is still owed after the credit. */
export type Row = {
  bill: OpenBillAnswer;
  isOn: boolean;
  text: string;
  trouble?: string | undefined;
  credit: number;
};
/** The payment that results from the input. Amounts are in rupees. */
export type ComputedPayment = {
  rows: Row[];
  /** The credits that are used, and their sum. */
  uses: Use[];
  used: number;
  /** The new money. It is undefined while a typed amount is invalid. */
  amount: number | undefined;
  allocations: { billID: number; amount: number }[];
  credit: number;
  /** The amount still owed afterwards. */
  rest: number;
};

const sumOf = (list: readonly { amount: number }[]): number =>
  list.reduce((sum, { amount }) => sum + amount, 0);

type PaymentWithoutCredit = Omit<ComputedPayment, 'rows' | 'uses' | 'used'> & { rows: Omit<Row, 'credit'>[] };

/** If one amount was typed for all bills, it pays the bills in their order. */
function payInOrder(
  bills: readonly OpenBillAnswer[],
  { left, amount = '' }: TypedAmounts,
): PaymentWithoutCredit {
  const paisa = readAmount(amount);
  const included = bills.filter(({ billID }) => !left.has(billID));
  const balances = included.map(({ billID, balance }) => ({ billID, balance: toPaisa(balance) }));
  const allocated = propose(paisa ?? 0, balances);
  const amountFor = (billID: number): number =>
    allocated.find((allocation) => allocation.billID === billID)?.amount ?? 0;
  return {
    rows: bills.map((bill) => ({
      bill,
      isOn: !left.has(bill.billID),
      text: formatAmount(toRupees(amountFor(bill.billID))),
    })),
    amount: paisa === undefined ? undefined : toRupees(paisa),
    allocations: allocated.map(({ billID, amount }) => ({ billID, amount: toRupees(amount) })),
    credit: toRupees((paisa ?? 0) - sumOf(allocated)),
    rest: toRupees(bills.reduce((sum, { balance }) => sum + toPaisa(balance), 0) - sumOf(allocated)),
  };
}

/** Pays the whole balance of each bill, unless another amount was typed. */
function payTypedAmounts(bills: readonly OpenBillAnswer[], typed: TypedAmounts): PaymentWithoutCredit {
  if (typed.amount !== undefined) return payInOrder(bills, typed);
  const { left, parts } = typed;
  const parsed = bills.map((bill) => {
    const { billID, balance } = bill;
    const text = parts[billID] ?? formatAmount(balance);
    const paisa = readAmount(text);
    const isOn = !left.has(billID);
    const trouble =
      paisa === undefined
        ? counterWords.badAmount
        : paisa > toPaisa(balance)
          ? counterWords.moreThanPayable
          : undefined;
    return { row: { bill, isOn, text, trouble: isOn ? trouble : undefined }, paisa, isOn };
  });
  const allocated = parsed.flatMap(({ row, paisa = 0, isOn }) =>
    isOn && paisa > 0 ? { billID: row.bill.billID, amount: paisa } : [],
  );
  const isWrong = parsed.some(({ row }) => row.trouble !== undefined);
  return {
    rows: parsed.map(({ row }) => row),
    amount: isWrong ? undefined : toRupees(sumOf(allocated)),
    allocations: allocated.map(({ billID, amount }) => ({ billID, amount: toRupees(amount) })),
    credit: 0,
    rest: toRupees(bills.reduce((sum, { balance }) => sum + toPaisa(balance), 0) - sumOf(allocated)),
  };
}

const toOwing = (bill: OpenBillAnswer): Owing => {
  const { billID, dueDate, settledOn, total, amountAfterDueDate } = bill;
  const { paid, paidLate, adjusted, lateWaived, fined } = bill;
  return {
    ...{ billID, dueDate, settledOn, paid: toPaisa(paid), paidLate: toPaisa(paidLate) },
    ...{ adjusted: toPaisa(adjusted), lateWaived: toPaisa(lateWaived), fined: toPaisa(fined) },
    total: total === null ? null : toPaisa(total),
    amountAfterDueDate: amountAfterDueDate === null ? null : toPaisa(amountAfterDueDate),
  };
};

/**
 * The credits to use, and whether what is left is used for siblings. The day and the rules decide what is payable for
 * each bill.
 */
export type CreditUse = {
  credits: OpenFamily['credits'];
  forSiblings: boolean;
  day: string;
  rules: DueRules;
};

/** Whether the credit belongs to the child of the bill. A child without a registration number is known by its name. */
const isOfChild = (
  { regNum, name }: OpenFamily['credits'][number],
  bill: OpenBillAnswer | undefined,
): boolean => (regNum === null ? bill?.regNum === null && bill.name === name : bill?.regNum === regNum);

/** Computes the payment. Credit pays first for the bills that are not left out. */
export function computePayment(
  bills: readonly OpenBillAnswer[],
  typed: TypedAmounts,
  using?: CreditUse | undefined,
): ComputedPayment {
  const included = bills.filter(({ billID }) => !typed.left.has(billID));
  const credits = (using?.credits ?? []).map((given) => ({ ...given, credit: toPaisa(given.credit) }));
  const { uses, left } = using
    ? proposeCredit(credits, included.map(toOwing), {
        ...using,
        isOwn: (credit, id) =>
          isOfChild(
            credit,
            bills.find(({ billID }) => billID === id),
          ),
      })
    : { uses: [], left: new Map<number, number>() };
  const allocated = uses.flatMap(({ allocations }) => allocations);
  const creditOf = (billID: number): number =>
    sumOf(allocated.filter((allocation) => allocation.billID === billID));
  const billsAfterCredit = bills.map((bill) => {
    const balance = left.get(bill.billID);
    return balance === undefined ? bill : { ...bill, balance: toRupees(balance) };
  });
  const taking = payTypedAmounts(billsAfterCredit, typed);
  return {
    ...taking,
    rows: taking.rows.map((row) => ({ ...row, credit: toRupees(creditOf(row.bill.billID)) })),
    uses: uses.map(({ paymentID, allocations }) => ({
      paymentID,
      allocations: allocations.map(({ billID, amount }) => ({ billID, amount: toRupees(amount) })),
    })),
    used: toRupees(sumOf(allocated)),
  };
}

/** Changes the amount of one bill. The other bills keep the amounts that are shown. */
export const withTypedAmount = (
  { left }: TypedAmounts,
  rows: readonly Row[],
  { billID, text }: { billID: number; text: string },
): TypedAmounts => ({
  left,
  parts: { ...Object.fromEntries(rows.map((row) => [row.bill.billID, row.text])), [billID]: text },
});

/** The month of a bill, such as `Oct 2026`. It is empty for a bill without a month. */
export const monthOf = ({ month, year }: { month: number | null; year: number | null }): string =>
  month === null ? '' : [monthName(month), year].filter(Boolean).join(' ');

/**
 * Explains the parts of the payable amount, such as `6,500, and 1,000 after 10 Oct`, with fines, waivers and payments.
 * `from` is the earliest due date of a bill that is still in time on the day.
 */
export function explainAsked(bill: OpenBillAnswer, from: InTimeFrom): string {
  const { charged: asked, adjusted, paid, dueDate, settledOn } = bill;
  const total = bill.total ?? 0;
  const more = toRupees(toPaisa(asked) - toPaisa(adjusted) - toPaisa(total));
  const totalText = formatAmount(total);
  const dueText = dueDate === null ? '' : formatDayOfYear(dueDate);
  const first =
    dueDate === null
      ? totalText
      : more > 0
        ? counterWords.after(totalText, formatAmount(more), dueText)
        : dueDate >= from || settledOn
          ? counterWords.dueOn(totalText, dueText)
          : counterWords.late(totalText, dueText);
  return [
    first,
    adjusted > 0 && counterWords.fined(formatAmount(adjusted)),
    adjusted < 0 && counterWords.waived(formatAmount(-adjusted)),
    paid > 0 && counterWords.partPaid(formatAmount(paid)),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The name of the payer, or of the first child if the payer is unknown. */
export const payerOf = ({ children }: Pick<OpenFamily, 'children'>): string =>
  children.find(({ fatherName }) => fatherName)?.fatherName ?? children[0]?.name ?? '';

type Child = OpenFamily['children'][number];

/** The class of a child, or the registration number if the class is unknown. */
export const placeOf = (child: Pick<Child, 'class' | 'section' | 'regNum'>): string =>
  nameOfClass(child) || (child.regNum ?? '');

/** The name on a bill. If two children of the family have the same name, the class or registration number is added. */
export function nameOnBill(
  { name, regNum }: Pick<Child, 'name' | 'regNum'>,
  children: readonly Child[],
): string {
  const same = children.filter((child) => child.name === name);
  const own = same.find((child) => child.regNum === regNum);
  const place = same.length > 1 && own ? placeOf(own) : '';
  return [name || billWords.noName, place].filter(Boolean).join(' · ');
}

/** A key that identifies a family. It does not depend on the search that found the family. */
export const keyOfFamily = ({ number, children }: OpenFamily): string =>
  number ?? children.map(({ name, regNum }) => `${name} ${regNum ?? ''}`).join();

/** The family, if the search has only one result, or only one result whose voucher was scanned. */
export function unambiguousFamily(families: readonly OpenFamily[]): OpenFamily | undefined {
  const scanned = families.filter((family) => family.scanned !== null);
  if (scanned.length === 1) return scanned[0];
  return families.length === 1 ? families[0] : undefined;
}

/** The names for a receipt in a list: the payer and the children. */
export function nameOfPayment({ payer, allocations }: Pick<Payment, 'payer' | 'allocations'>): string[] {
  const names = [...new Set(allocations.map(({ name }) => name))];
  return [...new Set([payer ?? '', ...names])].filter(Boolean);
}

/** The names for a receipt on one line. Several children are only counted. */
export function shortNameOf(payment: Pick<Payment, 'payer' | 'allocations'>): string[] {
  const children = new Set(payment.allocations.map(({ name }) => name)).size;
  const names = nameOfPayment(payment);
  return children > 1 ? [...names.slice(0, 1), counterWords.children(children)] : names;
}

/** The counted amount minus the expected amount. It is negative if cash is missing. */
export const differenceOf = ({ counted, expected }: Pick<CashCount, 'counted' | 'expected'>): number =>
  toRupees(toPaisa(counted) - toPaisa(expected));

/** The kinds of accounts that can receive money, by payment method. A cheque is paid into a bank account. */
const kindsByMethod: Partial<Record<PaymentMethod, readonly AccountKind[]>> = {
  cash: ['cash'],
  bank: ['bank'],
  online: ['bank', 'wallet', 'biller'],
  wallet: ['wallet'],
  cheque: ['bank'],
};

/** The accounts in use that may have received money by this payment method. */
export const accountsFor = (way: PaymentMethod, accounts: readonly MoneyAccount[]): MoneyAccount[] =>
  accounts.filter(({ kind, endedAt }) => endedAt === null && kindsByMethod[way]?.includes(kind));

/**
 * The account that received the money. It is the only possible account, or the account that was chosen last for this
 * payment method. It is null if no account was chosen.
 */
export const accountFor = (
  possible: readonly MoneyAccount[],
  lastChosen: number | undefined,
): number | null =>
  (possible.length === 1 ? possible[0] : possible.find(({ id }) => id === lastChosen))?.id ?? null;

/** The next account in the list, or null after the last account. */
export function accountAfter(possible: readonly MoneyAccount[], accountID: number | null): number | null {
  const at = possible.findIndex(({ id }) => id === accountID);
  return possible[at + 1]?.id ?? null;
}
