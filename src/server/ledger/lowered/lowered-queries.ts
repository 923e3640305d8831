import type { Insertable } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { insertMany } from '../../platform/db/long-lists.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Returns the fine of the campus for a voucher that is renewed, in paisa. */
export async function findRenewFine(scope: Scope): Promise<number> {
  const row = await scope.db
    .selectFrom('voucher_setting')
    .select('renewFine')
    .where('campusID', '=', scope.campusID)
    .executeTakeFirst();
  return row?.renewFine ?? 0;
}

export type LoweredRow = Omit<Insertable<Tables['lowered_bill']>, 'id' | 'campusID'>;

export async function insertLowered(scope: Scope, rows: readonly LoweredRow[]): Promise<void> {
  const { campusID } = scope;
  await insertMany(
    scope.db,
    'lowered_bill',
    rows.map((row) => ({ ...row, campusID })),
  );
}
