/**
 * Pure rules of a payment: what is taken for which bill, and why an amount is asked. Typed amounts become paisa, so
 * that sums are exact.
 */
import { propose } from '#shared/allocation.ts';
import type { AccountKind, MoneyAccount } from '#shared/calls/money-accounts.ts';
import type { CashCount, OpenBillAnswer, OpenFamily, Payment } from '#shared/calls/payments.ts';
import { nameOfClass } from '#shared/class-name.ts';
import { type Owing, proposeCredit, type Use } from '#shared/credit.ts';
import { formatDayOfYear, monthName } from '#shared/dates.ts';
import type { PaymentMethod } from '#shared/ledger.ts';
import { formatAmount, toPaisa, toRupees } from '#shared/money.ts';
import type { DueRules, InTimeFrom } from '#shared/payable.ts';
import { billWords } from '#shared/words/bills.ts';
import { counterWords } from '#shared/words/counter.ts';
import { readAmount } from '../../lib/typed-amount.ts';

/** `left`: ids of the bills left out. `parts`: amounts typed for single bills. `amount`: the amount typed for all. */
export type Typed = {
  left: ReadonlySet<number>;
  parts: Readonly<Record<number, string>>;
  amount?: string | undefined;
};
export const nothingTyped: Typed = { left: new Set(), parts: {} };

/** `credit`: the part paid from the family's credit. The bill's balance is what is asked after it. */
export type Row = {
  bill: OpenBillAnswer;
  isOn: boolean;
  text: string;
  trouble?: string | undefined;
  credit: number;
};
/** Amounts in rupees; `amount` is undefined while a typed amount is invalid. */
export type Taking = {
  rows: Row[];
  /** The credits that are used, and their sum. */
  uses: Use[];
  used: number;
  /** The new money. */
  amount: number | undefined;
  allocations: { billID: number; amount: number }[];
  credit: number;
  /** The amount still owed afterwards. */
  rest: number;
};

const sumOf = (list: readonly { amount: number }[]): number =>
  list.reduce((sum, { amount }) => sum + amount, 0);

type NewMoney = Omit<Taking, 'rows' | 'uses' | 'used'> & { rows: Omit<Row, 'credit'>[] };

/** One typed amount pays the bills in order. */
function takeWhole(bills: readonly OpenBillAnswer[], { left, amount = '' }: Typed): NewMoney {
  const paisa = readAmount(amount);
  const on = bills.filter(({ billID }) => !left.has(billID));
  const balances = on.map(({ billID, balance }) => ({ billID, balance: toPaisa(balance) }));
  const set = propose(paisa ?? 0, balances);
  const of = (billID: number): number => set.find((one) => one.billID === billID)?.amount ?? 0;
  return {
    rows: bills.map((bill) => ({
      bill,
      isOn: !left.has(bill.billID),
      text: formatAmount(toRupees(of(bill.billID))),
    })),
    amount: paisa === undefined ? undefined : toRupees(paisa),
    allocations: set.map(({ billID, amount }) => ({ billID, amount: toRupees(amount) })),
    credit: toRupees((paisa ?? 0) - sumOf(set)),
    rest: toRupees(bills.reduce((sum, { balance }) => sum + toPaisa(balance), 0) - sumOf(set)),
  };
}

/** The amount for each bill: all that it asks, unless another amount was typed. */
function takeNew(bills: readonly OpenBillAnswer[], typed: Typed): NewMoney {
  if (typed.amount !== undefined) return takeWhole(bills, typed);
  const { left, parts } = typed;
  const read = bills.map((bill) => {
    const { billID, balance } = bill;
    const text = parts[billID] ?? formatAmount(balance);
    const paisa = readAmount(text);
    const isOn = !left.has(billID);
    const trouble =
      paisa === undefined
        ? counterWords.badAmount
        : paisa > toPaisa(balance)
          ? counterWords.moreThanAsked
          : undefined;
    return { row: { bill, isOn, text, trouble: isOn ? trouble : undefined }, paisa, isOn };
  });
  const set = read.flatMap(({ row, paisa = 0, isOn }) =>
    isOn && paisa > 0 ? { billID: row.bill.billID, amount: paisa } : [],
  );
  const isWrong = read.some(({ row }) => row.trouble !== undefined);
  return {
    rows: read.map(({ row }) => row),
    amount: isWrong ? undefined : toRupees(sumOf(set)),
    allocations: set.map(({ billID, amount }) => ({ billID, amount: toRupees(amount) })),
    credit: 0,
    rest: toRupees(bills.reduce((sum, { balance }) => sum + toPaisa(balance), 0) - sumOf(set)),
  };
}

const toOwing = (bill: OpenBillAnswer): Owing => {
  const { billID, dueDate, settledOn, total, amountAfterDueDate, paid, paidLate, adjusted } = bill;
  return {
    ...{ billID, dueDate, settledOn },
    ...{ paid: toPaisa(paid), paidLate: toPaisa(paidLate), adjusted: toPaisa(adjusted) },
    total: total === null ? null : toPaisa(total),
    amountAfterDueDate: amountAfterDueDate === null ? null : toPaisa(amountAfterDueDate),
  };
};

/** The credits to use, and the day and rules that decide what is asked besides. */
export type Using = { credits: OpenFamily['credits']; day: string; rules: DueRules };

/** Like `takeNew`, but the family's credit pays first for the bills that are not left out. */
export function takeFor(bills: readonly OpenBillAnswer[], typed: Typed, using?: Using | undefined): Taking {
  const on = bills.filter(({ billID }) => !typed.left.has(billID));
  const credits = (using?.credits ?? []).map((one) => ({ ...one, credit: toPaisa(one.credit) }));
  const { uses, left } = using
    ? proposeCredit(credits, on.map(toOwing), using)
    : { uses: [], left: new Map<number, number>() };
  const set = uses.flatMap(({ allocations }) => allocations);
  const creditOf = (billID: number): number => sumOf(set.filter((one) => one.billID === billID));
  const asked = bills.map((bill) => {
    const balance = left.get(bill.billID);
    return balance === undefined ? bill : { ...bill, balance: toRupees(balance) };
  });
  const taking = takeNew(asked, typed);
  return {
    ...taking,
    rows: taking.rows.map((row) => ({ ...row, credit: toRupees(creditOf(row.bill.billID)) })),
    uses: uses.map(({ paymentID, allocations }) => ({
      paymentID,
      allocations: allocations.map(({ billID, amount }) => ({ billID, amount: toRupees(amount) })),
    })),
    used: toRupees(sumOf(set)),
  };
}

/** Turns the shown amounts into typed ones, so that one of them can be changed. */
export const typePart = (
  { left }: Typed,
  rows: readonly Row[],
  { billID, text }: { billID: number; text: string },
): Typed => ({
  left,
  parts: { ...Object.fromEntries(rows.map((row) => [row.bill.billID, row.text])), [billID]: text },
});

/** `Oct 2026`; empty for a bill without a month. */
export const monthOf = ({ month, year }: { month: number | null; year: number | null }): string =>
  month === null ? '' : [monthName(month), year].filter(Boolean).join(' ');

/**
 * The parts of the amount asked: `6,500, and 1,000 after 10 Oct`, with fines, waivers and payments. `from`: the
 * earliest due date in time on the day.
 */
export function whyAsked(bill: OpenBillAnswer, from: InTimeFrom): string {
  const { asked, adjusted, paid, dueDate, settledOn } = bill;
  const total = bill.total ?? 0;
  const more = toRupees(toPaisa(asked) - toPaisa(adjusted) - toPaisa(total));
  const said = formatAmount(total);
  const on = dueDate === null ? '' : formatDayOfYear(dueDate);
  const first =
    dueDate === null
      ? said
      : more > 0
        ? counterWords.after(said, formatAmount(more), on)
        : dueDate >= from || settledOn
          ? counterWords.dueOn(said, on)
          : counterWords.late(said, on);
  return [
    first,
    adjusted > 0 && counterWords.fined(formatAmount(adjusted)),
    adjusted < 0 && counterWords.waived(formatAmount(-adjusted)),
    paid > 0 && counterWords.partPaid(formatAmount(paid)),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The payer, as far as known. */
export const payerOf = ({ children }: Pick<OpenFamily, 'children'>): string =>
  children.find(({ fatherName }) => fatherName)?.fatherName ?? children[0]?.name ?? '';

type Child = OpenFamily['children'][number];

/** The class of a child, or its registration where the roster does not say the class. */
export const placeOf = (child: Pick<Child, 'class' | 'section' | 'regNum'>): string =>
  nameOfClass(child) || (child.regNum ?? '');

/** The name on a bill. Where two children of the family have this name, the class or registration follows it. */
export function nameOnBill(
  { name, regNum }: Pick<Child, 'name' | 'regNum'>,
  children: readonly Child[],
): string {
  const same = children.filter((child) => child.name === name);
  const own = same.find((child) => child.regNum === regNum);
  const place = same.length > 1 && own ? placeOf(own) : '';
  return [name || billWords.noName, place].filter(Boolean).join(' · ');
}

/** A key that is the same however the family was found. */
export const keyOfFamily = ({ number, children }: OpenFamily): string =>
  number ?? children.map(({ name, regNum }) => `${name} ${regNum ?? ''}`).join();

/** The family that the search means without doubt: the only one, or the only one whose voucher was scanned. */
export function onlyOne(families: readonly OpenFamily[]): OpenFamily | undefined {
  const scanned = families.filter((family) => family.scanned !== null);
  if (scanned.length === 1) return scanned[0];
  return families.length === 1 ? families[0] : undefined;
}

/** The names for a receipt in a list: the payer and the children. */
export function nameOfPayment({ payer, allocations }: Pick<Payment, 'payer' | 'allocations'>): string[] {
  const names = [...new Set(allocations.map(({ name }) => name))];
  return [...new Set([payer ?? '', ...names])].filter(Boolean);
}

/** The same for one line: several children are only counted. */
export function shortNameOf(payment: Pick<Payment, 'payer' | 'allocations'>): string[] {
  const children = new Set(payment.allocations.map(({ name }) => name)).size;
  const names = nameOfPayment(payment);
  return children > 1 ? [...names.slice(0, 1), counterWords.children(children)] : names;
}

/** The counted amount less the expected one; negative if cash is missing. */
export const differenceOf = ({ counted, expected }: Pick<CashCount, 'counted' | 'expected'>): number =>
  toRupees(toPaisa(counted) - toPaisa(expected));

/** Where money of each way can arrive. A cheque is paid into a bank. */
const kindsOfWay: Partial<Record<PaymentMethod, readonly AccountKind[]>> = {
  cash: ['cash'],
  bank: ['bank'],
  online: ['bank', 'wallet', 'biller'],
  wallet: ['wallet'],
  cheque: ['bank'],
};

/** The accounts in use that may have received money of this way. */
export const accountsFor = (way: PaymentMethod, accounts: readonly MoneyAccount[]): MoneyAccount[] =>
  accounts.filter(({ kind, endedAt }) => endedAt === null && kindsOfWay[way]?.includes(kind));

/**
 * The account that received the money: the only one that can have, or the one chosen last for this way. Null if nobody
 * has said.
 */
export const accountFor = (
  possible: readonly MoneyAccount[],
  lastChosen: number | undefined,
): number | null =>
  (possible.length === 1 ? possible[0] : possible.find(({ id }) => id === lastChosen))?.id ?? null;

/** The account after this one in the list; after the last one, none. */
export function accountAfter(possible: readonly MoneyAccount[], accountID: number | null): number | null {
  const at = possible.findIndex(({ id }) => id === accountID);
  return possible[at + 1]?.id ?? null;
}
