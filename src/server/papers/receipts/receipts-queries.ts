import type { Insertable } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Fails if the payment belongs to another campus. */
export async function insertReceiptPrint(
  scope: Scope,
  row: Omit<Insertable<Tables['receipt_print']>, 'id' | 'campusID'>,
): Promise<void> {
  await scope.db
    .insertInto('receipt_print')
    .values({ ...row, campusID: scope.campusID })
    .execute();
}
