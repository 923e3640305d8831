/**
 * Payments that a biller reports. The biller has already taken the money, so a payment is never refused. It settles
 * the balance that the bill had on the day of the payment. The rest is credit. If the bill is already paid, the whole
 * amount is credit. A payment of a closed day counts on the day on which it is reported.
 */
import { isOpen } from '#shared/money/bill-status.ts';
import { aboutBill } from '#shared/trail.ts';
import type { Scope } from '../../auth/scope.ts';
import { afterPayment, mapBalances, updateAfterMoneyChange } from '../../counter/payments/payments.ts';
import { mapCurrentBills } from '../../ledger/carried/carried.ts';
import {
  findNextReceipt,
  insertAllocations,
  insertPayments,
  lateDayOf,
  listOwed,
  type Owed,
} from '../../ledger/ledger-queries.ts';
import type { MoneyNeeds } from '../../ledger/model.ts';

/** Amounts are in paisa. `key` identifies the payment, so that it is stored only once. */
export type Pushed = {
  billID: number;
  amount: number;
  receivedOn: string;
  key: string;
  authID: string;
  bank: string;
  accountID: number;
  now: string;
};
export type Posted = {
  receiptNo: number;
  of: { billID: number; groupID: number; name: string; regNum: string | null }[];
};

/** Returns the bill that the payment settles. If the bill was carried to a newer bill, the newer one is owed. */
async function findPayee(scope: Scope, billID: number): Promise<Owed> {
  const at = (await mapCurrentBills(scope, [billID])).get(billID) ?? billID;
  const bills = await listOwed(scope, [at, billID]);
  const bill = bills.find(({ id }) => id === at) ?? bills[0];
  if (!bill) throw new Error(`bill ${billID} is not there`);
  return bill;
}

/** Needs the campus lock, and a key that is not stored yet. The caller publishes the returned bills. */
export async function postPushed(
  scope: Scope,
  deps: Pick<MoneyNeeds, 'followPayments' | 'recarry' | 'recordChange'>,
  { billID, amount, receivedOn, key, authID, bank, accountID, now }: Pushed,
): Promise<Posted> {
  const bill = await findPayee(scope, billID);
  const { groupID, name, regNum } = bill;
  const balance = isOpen(bill) ? ((await mapBalances(scope, [bill], receivedOn)).get(bill.id) ?? 0) : 0;
  const settles = Math.min(amount, balance);
  const receiptNo = await findNextReceipt(scope);
  const [paymentID = 0] = await insertPayments(scope, [
    {
      ...{ receiptNo, amount, method: 'online', accountID, receivedOn, regNum, billID: bill.id },
      ...{ reference: authID, source: 'push', sourceKey: key },
      ...{ createdAt: now, createdBy: scope.userID },
    },
  ]);
  const settled = { billID: bill.id, groupID, name, regNum };
  const bookedOn = lateDayOf(scope, receivedOn, now);
  const of = settles > 0 ? [settled] : [];
  if (settles > 0)
    await insertAllocations(scope, [{ paymentID, ...settled, amount: settles, createdAt: now, bookedOn }]);
  await updateAfterMoneyChange(scope, deps, { of, others: [bill.id], ...afterPayment(now) });
  await deps.recordChange(scope, {
    what: 'pushReceived',
    at: now,
    about: aboutBill(bill),
    details: {
      ...{ receiptNo, amount, authID, bank, credit: amount - settles },
      concerns: bookedOn === null ? null : receivedOn,
    },
  });
  return { receiptNo, of: [settled] };
}
