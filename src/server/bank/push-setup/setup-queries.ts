import type { Insertable } from 'kysely';
import type { Campus, Scope } from '../../auth/scope.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type SetupRow = Omit<Insertable<Tables['push_setup']>, 'campusID'>;

export async function findSetup(scope: Scope): Promise<SetupRow | undefined> {
  return scope.db
    .selectFrom('push_setup')
    .select(['accountID', 'billerKey', 'userName', 'password', 'isOn'])
    .where('campusID', '=', scope.campusID)
    .executeTakeFirst();
}

/** Stores the set-up. Fails for an account of another campus. */
export async function putSetup(scope: Scope, row: SetupRow): Promise<void> {
  await scope.db
    .insertInto('push_setup')
    .values({ ...row, campusID: scope.campusID })
    .onConflict((conflict) => conflict.column('campusID').doUpdateSet(row))
    .execute();
}

/** The account for a biller's payments, and how its consumer numbers are read. */
export type PushAccount = { id: number; prefix: string; numbering: 'voucher' | 'student' };
export type FoundSetup = {
  userName: string;
  password: string | null;
  account: PushAccount;
  campus: Campus;
};

/**
 * Finds the set-up of a biller's address. Undefined if push is off, its account is no longer used, or the school is
 * suspended.
 */
export async function findByBillerKey(db: Db, billerKey: string): Promise<FoundSetup | undefined> {
  const row = await db
    .selectFrom('push_setup')
    .innerJoin('money_account', (join) =>
      join
        .onRef('money_account.id', '=', 'push_setup.accountID')
        .onRef('money_account.campusID', '=', 'push_setup.campusID'),
    )
    .innerJoin('campus', 'campus.id', 'push_setup.campusID')
    .innerJoin('school', 'school.id', 'campus.schoolID')
    .select(['push_setup.userName', 'push_setup.password', 'money_account.id as accountID'])
    .select(['money_account.prefix', 'money_account.numbering'])
    .select(['campus.id', 'campus.name', 'campus.country', 'campus.timeZone'])
    .select(['campus.graceDays', 'campus.sundayDays', 'campus.closedUntil'])
    .where('push_setup.billerKey', '=', billerKey)
    .where('push_setup.isOn', '=', 1)
    .where('money_account.endedAt', 'is', null)
    .where('school.suspendedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { userName, password, accountID, prefix, numbering, ...campus } = row;
  return { userName, password, account: { id: accountID, prefix, numbering }, campus };
}
