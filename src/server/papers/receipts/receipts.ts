/**
 * A receipt: all children of one payment, and the balance that is left to pay. The server decides which print is a
 * duplicate.
 */

import type { Receipt } from '#shared/calls/payments.ts';
import { toPaisa } from '#shared/money/money.ts';
import type { ReceiptSize } from '#shared/money/voucher-settings.ts';
import { receiptFileName } from '#shared/text/paper-names.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { showReceipt } from '../../counter/receipts/receipts.ts';
import { countReceiptPrints } from '../../counter/receipts/receipts-queries.ts';
import type { Deps } from '../../deps.ts';
import { recordChange } from '../../trail/trail.ts';
import { drawCached } from '../engine/paper-cache.ts';
import { showLooks, showSettings } from '../settings/settings.ts';
import type { NamedOrder } from '../vouchers/vouchers.ts';
import { insertReceiptPrint } from './receipts-queries.ts';
import { nameOfReceipt, pageOfReceipt, sampleReceipt } from './receipts-rules.ts';

export type ReceiptRequest = {
  id: number;
  size?: ReceiptSize | undefined;
  /** How many times it was printed before. */
  printed?: number | undefined;
  given?: number | undefined;
  isForParents?: boolean | undefined;
  /** Limits the receipt to the part of the payment for these bills. */
  billIDs?: readonly number[] | undefined;
};

type Needs = Pick<Deps, 'config' | 'now'>;

async function orderPage(
  scope: Scope,
  deps: Needs,
  { receipt, size, ...how }: Omit<ReceiptRequest, 'id' | 'billIDs'> & { receipt: Receipt },
): Promise<NamedOrder> {
  const { language, receiptSize } = await showSettings(scope);
  const { currency, logo } = await showLooks(scope, deps);
  const { name: campus, timeZone } = scope.campus;
  const { printed = 0, ...shown } = how;
  const form = { language, campus, currency, timeZone, duplicate: printed };
  const page = pageOfReceipt(receipt, { ...form, ...shown });
  const name = receiptFileName(receipt.payment.receiptNo, nameOfReceipt(receipt));
  const { campusID } = scope;
  return {
    name,
    order: {
      ...{ campusID, template: 'receipt', size: size ?? receiptSize, as: 'pdf', title: name, logo },
      pages: [page],
    },
  };
}

export async function orderReceipt(
  scope: Scope,
  deps: Needs,
  { id, billIDs, ...how }: ReceiptRequest,
): Promise<NamedOrder> {
  return orderPage(scope, deps, { receipt: await showReceipt(scope, deps, { id, billIDs }), ...how });
}

/** Records that a receipt is handed out. Returns false if it was handed out to somebody else since `printed`. */
async function recordHandOut(
  scope: Scope,
  { receipt, printed, now }: { receipt: Receipt; printed: number; now: string },
): Promise<boolean> {
  const { id: paymentID, receiptNo, amount } = receipt.payment;
  return withCampusLock(scope, async (scope) => {
    if ((await countReceiptPrints(scope, paymentID)) !== printed) return false;
    const made = { createdAt: now, createdBy: scope.userID };
    await insertReceiptPrint(scope, { paymentID, serial: printed + 1, ...made });
    if (printed > 0)
      await recordChange(scope, {
        what: 'receiptReprinted',
        at: now,
        about: { kind: 'payment', id: paymentID, name: String(receiptNo) },
        details: { receiptNo, amount: toPaisa(amount), copy: printed },
      });
    return true;
  });
}

/** Hands out a receipt for printing. Two people who print at once get a receipt and a duplicate. */
export async function printReceipt(
  scope: Scope,
  deps: Needs & Parameters<typeof drawCached>[0],
  { id, ...how }: Pick<ReceiptRequest, 'id' | 'size' | 'given'>,
): Promise<{ content: Buffer; name: string }> {
  const receipt = await showReceipt(scope, deps, { id });
  for (;;) {
    const printed = await countReceiptPrints(scope, id);
    const { order, name } = await orderPage(scope, deps, { receipt, printed, ...how });
    const content = await drawCached(deps, order);
    if (await recordHandOut(scope, { receipt, printed, now: deps.now().toISOString() }))
      return { content, name };
  }
}

/** A sample receipt with invented data. */
export const orderSampleReceipt = (scope: Scope, deps: Needs): Promise<NamedOrder> => {
  const receipt = sampleReceipt(deps.now(), scope.campus.timeZone);
  return orderPage(scope, deps, { receipt, isForParents: true });
};
