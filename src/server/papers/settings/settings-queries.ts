import type { Insertable } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type SettingRow = Omit<Insertable<Tables['voucher_setting']>, 'campusID'>;

export async function findSetting(scope: Scope): Promise<SettingRow | undefined> {
  return scope.db
    .selectFrom('voucher_setting')
    .select(['copies', 'language', 'numbering', 'sorting', 'termsEn', 'termsUr'])
    .select(['renewFine', 'renewDays', 'receiptSize'])
    .where('campusID', '=', scope.campusID)
    .executeTakeFirst();
}

export async function putSetting(scope: Scope, row: SettingRow): Promise<void> {
  await scope.db
    .insertInto('voucher_setting')
    .values({ ...row, campusID: scope.campusID })
    .onConflict((conflict) => conflict.column('campusID').doUpdateSet(row))
    .execute();
}

/** The currency and the logo of the campus. */
export async function findLooks(scope: Scope): Promise<{ currency: string; logo: string | null }> {
  return scope.db
    .selectFrom('campus')
    .select(['currency', 'logo'])
    .where('id', '=', scope.campusID)
    .executeTakeFirstOrThrow();
}
