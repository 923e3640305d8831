/** Returns a payment as a receipt for printing, with its bills and the remaining balances. */
import type { Payment, Receipt } from '#shared/calls/payments.ts';
import { payableWithCredit } from '#shared/money/credit.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import { inTimeFrom } from '#shared/money/payable.ts';
import { dayIn } from '#shared/time/dates.ts';
import type { Scope } from '../../auth/scope.ts';
import { listBillIDsOfRegNums } from '../../billing/families/families-queries.ts';
import type { Deps } from '../../deps.ts';
import { mapOwnCredit } from '../../ledger/credits/credits.ts';
import { withCharges } from '../../ledger/ledger.ts';
import { listOwed, type Owed } from '../../ledger/ledger-queries.ts';
import { findChildName } from '../moved-credit/moved-credit-queries.ts';
import { listFamilyOwed } from '../open-bills/open-bills.ts';
import { mapBalances, needPayment, type PaymentWithFacts, toAnswer } from '../payments/payments.ts';
import { isLive } from '../payments/payments-rules.ts';
import { countReceiptPrints, listNamed } from './receipts-queries.ts';

/**
 * Returns the part of a payment that settles these bills. If it settles no other bills, the payment is returned
 * unchanged.
 */
function partFor(payment: Payment, billIDs: readonly number[]): Payment {
  const allocations = payment.allocations.filter(({ billID }) => billIDs.includes(billID));
  if (allocations.length === payment.allocations.length) return payment;
  const amount = toRupees(allocations.reduce((sum, one) => sum + toPaisa(one.amount), 0));
  return { ...payment, allocations, amount, credit: 0, returns: [], payer: null };
}

/** Returns all bills that the payment settles or has settled, and the bill that it names. */
const billsOf = ({ payment: { billID }, allocations }: PaymentWithFacts): number[] => [
  ...allocations.map((one) => one.billID),
  ...(billID === null ? [] : [billID]),
];

/** Returns the child for whom a payment on no bill was made, with the amount. Null for other payments. */
async function findAdvance(scope: Scope, { payment, allocations }: PaymentWithFacts, credit: number) {
  const isVoidAdvance = payment.voidedAt !== null && allocations.length === 0;
  const amount = isVoidAdvance ? toRupees(payment.amount) : credit;
  if (amount <= 0 || allocations.some(isLive)) return null;
  const { regNum } = payment;
  const name = await findChildName(scope, { billID: payment.billID, regNum });
  return { name: name ?? allocations[0]?.name ?? '', regNum, amount };
}

/** Sums what is left to pay for the family of a bill today, after the credit of each child. In paisa. */
async function sumLeft(scope: Scope, of: Owed, today: string): Promise<number> {
  const family = await listFamilyOwed(scope, of, today);
  const ids = family.map(({ billID }) => billID);
  const bills = await withCharges(scope, await listOwed(scope, ids));
  const own = await mapOwnCredit(scope, bills);
  const from = inTimeFrom(today, scope.campus);
  return bills.reduce((sum, bill) => sum + (payableWithCredit(from, bill, own.get(bill.id)) ?? 0), 0);
}

/** Returns a bill of the family: one of the receipt, or else the latest bill of the child. */
async function findBillOfFamily(scope: Scope, whole: PaymentWithFacts): Promise<Owed | undefined> {
  const [first] = await listOwed(scope, billsOf(whole));
  if (first || whole.payment.regNum === null) return first;
  return (await listOwed(scope, await listBillIDsOfRegNums(scope, [whole.payment.regNum], 1)))[0];
}

/** `billIDs` limits the receipt to the part that settles these bills. */
export async function showReceipt(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  { id, billIDs }: { id: number; billIDs?: readonly number[] | undefined },
): Promise<Receipt> {
  const whole = await needPayment(scope, id);
  const { payment: all } = toAnswer(whole);
  const payment = billIDs ? partFor(all, billIDs) : all;
  const today = dayIn(scope.campus.timeZone, deps.now());
  const ids = payment.allocations.map(({ billID }) => billID);
  const named = new Map((await listNamed(scope, ids)).map((bill) => [bill.id, bill]));
  const owed = await listOwed(scope, ids);
  const balances = await mapBalances(scope, owed, today);
  // A payment may settle nothing now, for example after its cheque bounced. The receipt still shows what the family
  // owes.
  const first = owed[0] ?? (billIDs ? undefined : await findBillOfFamily(scope, whole));
  return {
    payment,
    advance: billIDs ? null : await findAdvance(scope, whole, payment.credit),
    lines: payment.allocations.map(({ billID, name, regNum, amount }) => {
      const { invNo = null, month = null, year = null, billing = null } = named.get(billID) ?? {};
      const balance = toRupees(balances.get(billID) ?? 0);
      return { billID, name, regNum, invNo, month, year, billing, amount, balance };
    }),
    printed: await countReceiptPrints(scope, id),
    left: first ? toRupees(await sumLeft(scope, first, today)) : 0,
  };
}
