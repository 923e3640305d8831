import type { Scope } from '../../auth/scope.ts';
import { idList } from '../../platform/db/long-lists.ts';

/**
 * Lists the payments of these amounts and days that the bank may take back from this account, with their references.
 * Cash is left out, because no bank can take it back.
 */
export async function listTakable(
  scope: Scope,
  {
    accountID,
    amounts,
    from,
    to,
  }: { accountID: number; amounts: readonly number[]; from: string; to: string },
) {
  return scope.db
    .selectFrom('payment')
    .leftJoin('bank_row', (join) =>
      join
        .onRef('bank_row.campusID', '=', 'payment.campusID')
        .onRef('bank_row.paymentID', '=', 'payment.id')
        .on('bank_row.endedAt', 'is', null),
    )
    .select(['payment.id as paymentID', 'payment.receiptNo', 'payment.amount', 'payment.receivedOn'])
    .select(['payment.billID', 'payment.reference', 'payment.method', 'payment.source'])
    .select('bank_row.reference as bankReference')
    .where('payment.campusID', '=', scope.campusID)
    .where('payment.receivedOn', '>=', from)
    .where('payment.receivedOn', '<=', to)
    .where('payment.amount', 'in', idList(scope.db, amounts))
    .where('payment.voidedAt', 'is', null)
    .where('payment.method', '<>', 'cash')
    .where((eb) =>
      eb.or([
        eb('payment.accountID', '=', accountID),
        eb('payment.accountID', 'is', null),
        eb('bank_row.accountID', '=', accountID),
      ]),
    )
    .orderBy('payment.id')
    .execute();
}
