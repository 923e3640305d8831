/** By which name a number is known, from bills and students. Kept by the queries that write those, so that none forgets it. */
import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { unindexed } from '../../db/unindexed.ts';
import { valueRows } from '../../db/value-rows.ts';

/** `numbers`: E.164, by space. */
export type NamedNumbers = { name: string; numbers: string };
type Pair = { number: string; name: string };

const columns = { number: 'text', name: 'text' } as const;

const pairsOf = ({ name, numbers }: NamedNumbers): Pair[] =>
  name === '' || numbers === '' ? [] : numbers.split(' ').map((number) => ({ number, name }));

/** Of children who share a number the last is taken; a number that is known by that name already is not written again. */
export async function putNames(scope: Scope, named: readonly NamedNumbers[]): Promise<void> {
  const nameOf = new Map(named.flatMap(pairsOf).map(({ number, name }) => [number, name]));
  if (nameOf.size === 0) return;
  const rows = [...nameOf].map(([number, name]) => ({ number, name }));
  await sql`with ${valueRows(scope.db, 'named', { columns, rows })}
    insert into number_name ("campusID", number, name)
    select cast(${scope.campusID} as bigint), number, name from named where true
    on conflict ("campusID", number) do update set name = excluded.name
      where number_name.name <> excluded.name`.execute(scope.db);
}

/** What these bills or students were is true no more: a number that was known by that is not, until another names it. */
export async function deleteNames(scope: Scope, named: readonly NamedNumbers[]): Promise<void> {
  const rows = named.flatMap(pairsOf);
  if (rows.length === 0) return;
  await sql`with ${valueRows(scope.db, 'named', { columns, rows })}
    delete from number_name where "campusID" = ${scope.campusID}
      and (number, name) in (select number, name from named)`.execute(scope.db);
}

/** The names and numbers of these bills or students; at most a few thousand at once. */
export async function listNamed(
  scope: Scope,
  table: 'bill' | 'student',
  ids: readonly number[],
): Promise<NamedNumbers[]> {
  if (ids.length === 0) return [];
  return scope.db
    .selectFrom(table)
    .select(['name', 'numbers'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}
