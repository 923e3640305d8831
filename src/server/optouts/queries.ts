import { sql } from 'kysely';
import type { OptOut } from '#shared/calls/chat.ts';
import type { Scope } from '../auth/scope.ts';
import type { Tables } from '../db/tables.ts';

/** The numbers that are sent nothing. */
export async function listOptedOut(scope: Scope): Promise<Set<string>> {
  const rows = await scope.db
    .selectFrom('opt_out')
    .select('number')
    .where('campusID', '=', scope.campusID)
    .execute();
  return new Set(rows.map(({ number }) => number));
}

/** The same with when, by whom and why, the latest first; with `number` only this one. */
export async function listOptOuts(scope: Scope, number?: string): Promise<OptOut[]> {
  return scope.db
    .selectFrom('opt_out')
    .leftJoin('user', 'user.id', 'opt_out.by')
    .select(['opt_out.number', 'opt_out.at', 'opt_out.note'])
    .select(sql<string>`coalesce("user".name, '')`.as('by'))
    .where('opt_out.campusID', '=', scope.campusID)
    .$if(number !== undefined, (query) => query.where('opt_out.number', '=', number ?? ''))
    .orderBy('opt_out.at', 'desc')
    .orderBy('opt_out.number')
    .execute();
}

/** Does nothing where the number is noted already. */
export async function insertOptOut(
  scope: Scope,
  optOut: Omit<Tables['opt_out'], 'campusID' | 'by'>,
): Promise<void> {
  await scope.db
    .insertInto('opt_out')
    .values({ ...optOut, campusID: scope.campusID, by: scope.userID })
    .onConflict((on) => on.columns(['campusID', 'number']).doNothing())
    .execute();
}

/** False when the number was not among them. */
export async function deleteOptOut(scope: Scope, number: string): Promise<boolean> {
  const row = await scope.db
    .deleteFrom('opt_out')
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .returning('number')
    .executeTakeFirst();
  return row !== undefined;
}
