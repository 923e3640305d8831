/** A receipt: all children of one payment, and the balance that is left to pay. */

import type { Receipt } from '#shared/calls/payments.ts';
import type { ReceiptSize } from '#shared/money/voucher-settings.ts';
import { receiptFileName } from '#shared/text/paper-names.ts';
import type { Scope } from '../../auth/scope.ts';
import { showReceipt } from '../../counter/receipts/receipts.ts';
import type { Deps } from '../../deps.ts';
import { showLooks, showSettings } from '../settings/settings.ts';
import type { NamedOrder } from '../vouchers/vouchers.ts';
import { nameOfReceipt, pageOfReceipt, sampleReceipt } from './receipts-rules.ts';

export type ReceiptRequest = {
  id: number;
  size?: ReceiptSize | undefined;
  isDuplicate: boolean;
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
  const page = pageOfReceipt(receipt, { language, campus, currency, timeZone, ...how });
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

/** A sample receipt with invented data. */
export const orderSampleReceipt = (scope: Scope, deps: Needs): Promise<NamedOrder> => {
  const receipt = sampleReceipt(deps.now(), scope.campus.timeZone);
  return orderPage(scope, deps, { receipt, isDuplicate: false, isForParents: true });
};
