import type { Insertable } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { stateRows } from '../../trail/row-changes.ts';
import { statedColumns } from '../../trail/row-changes-rules.ts';

/** Returns the payment of an earlier return with this `clientID`. */
export async function findReturnByClient(scope: Scope, clientID: string) {
  return scope.db
    .selectFrom('payment_return')
    .select(['paymentID', 'kind', 'amount'])
    .where('campusID', '=', scope.campusID)
    .where('clientID', '=', clientID)
    .executeTakeFirst();
}

export async function insertReturn(
  scope: Scope,
  row: Omit<Insertable<Tables['payment_return']>, 'id' | 'campusID'>,
): Promise<void> {
  const rows = await scope.db
    .insertInto('payment_return')
    .values({ ...row, campusID: scope.campusID })
    .returning(['id', ...statedColumns.payment_return])
    .execute();
  await stateRows(scope, 'payment_return', { kind: 'added', rows });
}
