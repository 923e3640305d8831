import type { Insertable } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { insertMany } from '../../platform/db/long-lists.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** What is to be recorded of a file. Undefined if the file was taken before, or if there is none. */
export async function findContents(scope: Scope, jobID: number): Promise<string | undefined> {
  const row = await scope.db
    .selectFrom('voucher_job')
    .select('contents')
    .where('campusID', '=', scope.campusID)
    .where('id', '=', jobID)
    .executeTakeFirst();
  return row?.contents ?? undefined;
}

export async function clearContents(scope: Scope, jobID: number): Promise<void> {
  await scope.db
    .updateTable('voucher_job')
    .set({ contents: null })
    .where('campusID', '=', scope.campusID)
    .where('id', '=', jobID)
    .execute();
}

export type NewPrint = Omit<Insertable<Tables['voucher_print']>, 'id' | 'campusID'>;

/** Fails for all rows if one bill belongs to another campus. */
export async function insertPrints(scope: Scope, prints: readonly NewPrint[]): Promise<void> {
  const { campusID } = scope;
  await insertMany(
    scope.db,
    'voucher_print',
    prints.map((print) => ({ ...print, campusID })),
  );
}
