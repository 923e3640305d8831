import type { Insertable } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type AccountRow = Omit<Tables['money_account'], 'id' | 'campusID'> & { id: number };
export type AccountChange = Omit<Insertable<Tables['money_account']>, 'id' | 'campusID' | 'createdAt'>;

const accounts = (scope: Scope) =>
  scope.db
    .selectFrom('money_account')
    .select(['id', 'kind', 'title', 'bank', 'number', 'iban', 'prefix', 'numbering', 'onVoucher'])
    .select(['createdAt', 'endedAt'])
    .where('campusID', '=', scope.campusID);

/** Lists accounts by title. Accounts in use come first. */
export async function listAccountRows(scope: Scope): Promise<AccountRow[]> {
  return accounts(scope)
    .orderBy((eb) => eb.case().when('endedAt', 'is', null).then(0).else(1).end())
    .orderBy('title')
    .orderBy('id')
    .execute();
}

export async function findAccountRow(scope: Scope, accountID: number): Promise<AccountRow | undefined> {
  return accounts(scope).where('id', '=', accountID).executeTakeFirst();
}

export async function insertAccount(
  scope: Scope,
  account: AccountChange & { createdAt: string },
): Promise<number> {
  const row = await scope.db
    .insertInto('money_account')
    .values({ ...account, campusID: scope.campusID })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function changeAccount(scope: Scope, accountID: number, account: AccountChange): Promise<void> {
  await scope.db
    .updateTable('money_account')
    .set(account)
    .where('campusID', '=', scope.campusID)
    .where('id', '=', accountID)
    .execute();
}

/** Returns, for each account, how the columns of its last bank file were read. JSON. */
export async function mapHeadings(scope: Scope): Promise<Map<number, string>> {
  const rows = await scope.db
    .selectFrom('bank_file')
    .select(['accountID', 'headings'])
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('bank_file as latest')
        .select((eb) => eb.fn.max('latest.id').as('id'))
        .where('latest.campusID', '=', scope.campusID)
        .groupBy('latest.accountID'),
    )
    .execute();
  return new Map(rows.map(({ accountID, headings }) => [accountID, headings]));
}
