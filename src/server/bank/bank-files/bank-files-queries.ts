import type { Insertable } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { insertMany, isAmong, partsOf, unindexed } from '../../platform/db/long-lists.ts';
import type { Tables } from '../../platform/db/tables.ts';

type NewFile = Omit<Insertable<Tables['bank_file']>, 'id' | 'campusID' | 'undoneAt' | 'undoneBy'>;

/** Returns the file that an earlier request with this id saved, with the stored answer. */
export async function findFileBySave(scope: Scope, saveID: string) {
  return scope.db
    .selectFrom('bank_file')
    .select(['id', 'content', 'answer'])
    .where('campusID', '=', scope.campusID)
    .where('saveID', '=', saveID)
    .executeTakeFirst();
}

export async function insertFile(scope: Scope, file: NewFile): Promise<number> {
  const row = await scope.db
    .insertInto('bank_file')
    .values({ ...file, campusID: scope.campusID })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export type NewBankRow = Omit<Insertable<Tables['bank_row']>, 'id' | 'campusID' | 'endedAt'>;

/** Fails for all rows if a payment, a file or an account belongs to another campus. */
export async function insertBankRows(scope: Scope, rows: readonly NewBankRow[]): Promise<void> {
  const { campusID } = scope;
  await insertMany(
    scope.db,
    'bank_row',
    rows.map((row) => ({ ...row, campusID })),
  );
}

/** Lists files, the latest first, beginning after the id `after`. 0 begins with the latest file. */
export async function listFileRows(scope: Scope, { after, take }: { after: number; take: number }) {
  return scope.db
    .selectFrom('bank_file')
    .innerJoin('money_account', 'money_account.id', 'bank_file.accountID')
    .leftJoin('user', 'user.id', 'bank_file.createdBy')
    .select(['bank_file.id', 'accountID', 'money_account.title as account', 'bank_file.name'])
    .select(['bank_file.createdAt as at', 'user.name as by', 'rows', 'sum', 'answer', 'undoneAt'])
    .where('bank_file.campusID', '=', scope.campusID)
    .$if(after > 0, (query) => query.where('bank_file.id', '<', after))
    .orderBy('bank_file.id', 'desc')
    .limit(take)
    .execute();
}

export async function findFile(scope: Scope, fileID: number) {
  return scope.db
    .selectFrom('bank_file')
    .select(['id', 'name', 'createdAt', 'undoneAt'])
    .where('campusID', '=', scope.campusID)
    .where('id', '=', fileID)
    .executeTakeFirst();
}

/** Lists the waivers of a file that are not voided, even if their row has ended. */
export async function listWaived(scope: Scope, fileID: number) {
  return scope.db
    .selectFrom('bank_row')
    .innerJoin('adjustment', 'adjustment.id', 'bank_row.waiverID')
    .select(['adjustment.id', 'adjustment.billID'])
    .where('bank_row.campusID', '=', scope.campusID)
    .where('bank_row.fileID', '=', fileID)
    .where('adjustment.campusID', '=', scope.campusID)
    .where('adjustment.voidedAt', 'is', null)
    .orderBy('adjustment.id')
    .execute();
}

/**
 * Lists the rows of a file that have not ended, with the source of each payment. The row made the payment or was
 * joined to it.
 */
export async function listCounting(scope: Scope, fileID: number) {
  return scope.db
    .selectFrom('bank_row')
    .innerJoin('payment', 'payment.id', 'bank_row.paymentID')
    .select(['bank_row.id', 'bank_row.paymentID', 'payment.source', 'payment.receiptNo'])
    .where('bank_row.campusID', '=', scope.campusID)
    .where('fileID', '=', fileID)
    .where('endedAt', 'is', null)
    .orderBy('bank_row.id')
    .execute();
}

export async function endRows(scope: Scope, ids: readonly number[], now: string): Promise<void> {
  for await (const part of partsOf(ids))
    await scope.db
      .updateTable('bank_row')
      .set({ endedAt: now })
      .where(unindexed('campusID'), '=', scope.campusID)
      .where(isAmong(scope.db, 'id', part))
      .where('endedAt', 'is', null)
      .execute();
}

export async function setFileUndone(scope: Scope, fileID: number, now: string): Promise<void> {
  await scope.db
    .updateTable('bank_file')
    .set({ undoneAt: now, undoneBy: scope.userID })
    .where('campusID', '=', scope.campusID)
    .where('id', '=', fileID)
    .where('undoneAt', 'is', null)
    .execute();
}
