import { sql } from 'kysely';
import type { OptOut } from '#shared/calls/chat.ts';
import type { Scope } from '../../auth/scope.ts';

const current = (scope: Scope) =>
  scope.db
    .selectFrom('opt_out')
    .where('opt_out.campusID', '=', scope.campusID)
    .where('opt_out.endedAt', 'is', null);

/** The name of the school of the campus. */
export async function findSchoolName(scope: Scope): Promise<string> {
  const { name } = await scope.db
    .selectFrom('campus')
    .innerJoin('school', 'school.id', 'campus.schoolID')
    .select('school.name')
    .where('campus.id', '=', scope.campusID)
    .executeTakeFirstOrThrow();
  return name;
}

/** Returns the numbers that have opted out. */
export async function listOptedOut(scope: Scope): Promise<Set<string>> {
  const rows = await current(scope).select('number').execute();
  return new Set(rows.map(({ number }) => number));
}

/**
 * Lists the opt-outs with time, person and note, the latest first. With `number` it lists only the opt-out of that
 * number.
 */
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

/** Returns when these numbers opted out. Takes at most a few thousand numbers. */
export async function listOptedOutSince(scope: Scope, numbers: string[]): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await current(scope).select(['number', 'at']).where('number', 'in', numbers).execute();
  return new Map(rows.map(({ number, at }) => [number, at]));
}

/**
 * `asOf` is when the parent made the request, if the program learned of it late. The default is later than any time. A
 * time after `latest` was written by a clock that was ahead, so it does not decide which request came later.
 */
export type NewOptOut = {
  number: string;
  at: string;
  note: string;
  asOf?: string | undefined;
  latest?: string | undefined;
};

/**
 * Stores an opt-out. `by` is empty when the parent asked for it. Returns false when the number has already opted out,
 * or has opted in again after `asOf`.
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
 * Stores an opt-in of a number that had not opted out. An earlier opt-out request that arrives later then has no
 * effect.
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

/** Ends an opt-out, with person, time and note. Returns false when the number had not opted out. */
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

/**
 * Returns the latest request of this number, or of the WhatsApp name that is stored instead of a number. It is an
 * opt-out, or an opt-in if it has `endedAt`.
 */
export async function findOptOutRequest(scope: Scope, number: string) {
  return scope.db
    .selectFrom('opt_out')
    .select(['at', 'note', 'endedAt', 'endNote'])
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** Deletes the request of a name after it was moved to the number of the same person. */
export async function deleteOptOutRequest(scope: Scope, name: string): Promise<void> {
  await scope.db
    .deleteFrom('opt_out')
    .where('campusID', '=', scope.campusID)
    .where('number', '=', name)
    .execute();
}
