import { sql } from 'kysely';
import type { OptOut } from '#shared/calls/chat.ts';
import type { Scope } from '../../auth/scope.ts';

const current = (scope: Scope) =>
  scope.db
    .selectFrom('opt_out')
    .where('opt_out.campusID', '=', scope.campusID)
    .where('opt_out.endedAt', 'is', null);

/** The name of the school that the campus is of. */
export async function findSchoolName(scope: Scope): Promise<string> {
  const { name } = await scope.db
    .selectFrom('campus')
    .innerJoin('school', 'school.id', 'campus.schoolID')
    .select('school.name')
    .where('campus.id', '=', scope.campusID)
    .executeTakeFirstOrThrow();
  return name;
}

/** The numbers that are sent nothing. */
export async function listOptedOut(scope: Scope): Promise<Set<string>> {
  const rows = await current(scope).select('number').execute();
  return new Set(rows.map(({ number }) => number));
}

/** The same with when, by whom and why, the latest first; with `number` only this one. */
export async function listOptOuts(scope: Scope, number?: string): Promise<OptOut[]> {
  return current(scope)
    .leftJoin('user', 'user.id', 'opt_out.by')
    .select(['opt_out.number', 'opt_out.at', 'opt_out.note'])
    .select(sql<string>`coalesce("user".name, '')`.as('by'))
    .$if(number !== undefined, (query) => query.where('opt_out.number', '=', number ?? ''))
    .orderBy('opt_out.at', 'desc')
    .orderBy('opt_out.number')
    .execute();
}

/** Since when these numbers are sent nothing; at most a few thousand at once. */
export async function listOptedOutSince(scope: Scope, numbers: string[]): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await current(scope).select(['number', 'at']).where('number', 'in', numbers).execute();
  return new Map(rows.map(({ number, at }) => [number, at]));
}

/**
 * `asOf`: when it was asked for, where that is told late; else now, whatever the clock says. `latest`: what is noted
 * behind it was noted by a clock that was ahead, and says nothing about which came later.
 */
export type NewOptOut = {
  number: string;
  at: string;
  note: string;
  asOf?: string | undefined;
  latest?: string | undefined;
};

/**
 * `by` is empty when the number itself asked for it. Answers false where it is noted already, or was ended later than
 * it was asked for.
 */
export async function insertOptOut(
  scope: Scope,
  { asOf = '9999', latest = '9999', ...optOut }: NewOptOut,
): Promise<boolean> {
  const row = await scope.db
    .insertInto('opt_out')
    .values({ ...optOut, campusID: scope.campusID, by: scope.userID })
    .onConflict((on) =>
      on
        .columns(['campusID', 'number'])
        .doUpdateSet({ ...optOut, by: scope.userID, endedAt: null, endedBy: null, endNote: null })
        .where((eb) => eb.or([eb('opt_out.endedAt', '<=', asOf), eb('opt_out.endedAt', '>', latest)])),
    )
    .returning('number')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * That the number asked for messages while none were kept from it: what it asked for before that, and is told of later,
 * does not hold.
 */
export async function insertOptIn(
  scope: Scope,
  { number, at, note, latest = '9999' }: NewOptOut,
): Promise<void> {
  const end = { endedAt: at, endedBy: scope.userID, endNote: note };
  await scope.db
    .insertInto('opt_out')
    .values({ campusID: scope.campusID, number, at, by: scope.userID, note: '', ...end })
    .onConflict((on) =>
      on
        .columns(['campusID', 'number'])
        .doUpdateSet(end)
        .where((eb) => eb.or([eb('opt_out.endedAt', '<', at), eb('opt_out.endedAt', '>', latest)])),
    )
    .execute();
}

/** Who let the number have messages again, when and why; false when it was not among them. */
export async function endOptOut(
  scope: Scope,
  { number, at, note, asOf = '9999', latest = '9999' }: NewOptOut,
): Promise<boolean> {
  const row = await scope.db
    .updateTable('opt_out')
    .set({ endedAt: at, endedBy: scope.userID, endNote: note })
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .where('endedAt', 'is', null)
    .where((eb) => eb.or([eb('at', '<=', asOf), eb('at', '>', latest)]))
    .returning('number')
    .executeTakeFirst();
  return row !== undefined;
}

/** The last that this number, or a name in place of one, asked for: no messages, or with `endedAt` messages again. */
export async function findWish(scope: Scope, number: string) {
  return scope.db
    .selectFrom('opt_out')
    .select(['at', 'note', 'endedAt', 'endNote'])
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** The number behind the name has it from now on. */
export async function deleteWish(scope: Scope, name: string): Promise<void> {
  await scope.db
    .deleteFrom('opt_out')
    .where('campusID', '=', scope.campusID)
    .where('number', '=', name)
    .execute();
}
