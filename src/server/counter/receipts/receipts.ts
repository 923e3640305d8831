/** Returns a payment as a receipt for printing, with its bills and the remaining balances. */
import type { Payment, Receipt } from '#shared/calls/payments.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import { dayIn } from '#shared/time/dates.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { listOwed } from '../../ledger/ledger-queries.ts';
import { listFamilyOwed } from '../open-bills/open-bills.ts';
import { mapBalances, needPayment, type PaymentWithFacts, toAnswer } from '../payments/payments.ts';
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
  const [first] = owed.length > 0 || billIDs ? owed : await listOwed(scope, billsOf(whole));
  const family = first ? await listFamilyOwed(scope, first, today) : [];
  return {
    payment,
    lines: payment.allocations.map(({ billID, name, regNum, amount }) => {
      const { invNo = null, month = null, year = null, billing = null } = named.get(billID) ?? {};
      const balance = toRupees(balances.get(billID) ?? 0);
      return { billID, name, regNum, invNo, month, year, billing, amount, balance };
    }),
    printed: await countReceiptPrints(scope, id),
    left: toRupees(family.reduce((sum, { balance }) => sum + balance, 0)),
  };
}
