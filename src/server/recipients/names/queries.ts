/** By which name a number is known, from bills and students. Kept by the queries that write those, so that none forgets it. */
import { sql } from 'kysely';
import { keysOfChild } from '#shared/loose-names.ts';
import type { Scope } from '../../auth/scope.ts';
import { unindexed, valueRows } from '../../db/long-lists.ts';
import { type Child, childrenOf, eachChild, type Named } from './rules.ts';

type Pair = { number: string; name: string };

const columns = { number: 'text', name: 'text' } as const;

const pairsOf = ({ name, numbers }: Named): Pair[] =>
  name === '' || numbers === '' ? [] : numbers.split(' ').map((number) => ({ number, name }));

const childColumns = {
  number: 'text',
  name: 'text',
  regNum: 'text',
  fatherName: 'text',
  keys: 'text',
} as const;

/** A child that is known already is not written again, but where a father is named whom it did not have. */
async function putChildren(scope: Scope, children: readonly Child[]): Promise<void> {
  const byFather = Map.groupBy(children, ({ fatherName }) => fatherName !== '');
  for (const [hasFather, list] of byFather) {
    const rows = list.map((child) => ({ ...child, keys: keysOfChild(child) }));
    // PostgreSQL locks, and so writes, each row that an update would leave as it is: most are such, month after month.
    const known = hasFather
      ? sql`update set "fatherName" = excluded."fatherName", keys = excluded.keys
          where child_name."fatherName" <> excluded."fatherName"`
      : sql`nothing`;
    await sql`with ${valueRows(scope.db, 'named', { columns: childColumns, rows })}
      insert into child_name ("campusID", number, name, "regNum", "fatherName", keys)
      select cast(${scope.campusID} as bigint), number, name, "regNum", "fatherName", keys from named where true
      on conflict ("campusID", number, name, "regNum") do ${known}`.execute(scope.db);
  }
}

/** Of children who share a number the last is taken; a number that is known by that name already is not written again. */
export async function putNames(scope: Scope, named: readonly Named[]): Promise<void> {
  await putChildren(scope, eachChild(named.flatMap(childrenOf)));
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
export async function deleteNames(scope: Scope, named: readonly Named[]): Promise<void> {
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
): Promise<Named[]> {
  if (ids.length === 0) return [];
  return scope.db
    .selectFrom(table)
    .select(['name', 'numbers', 'regNum'])
    .select(
      table === 'student'
        ? sql<string | null>`"fatherName"`.as('fatherName')
        : sql<null>`null`.as('fatherName'),
    )
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}
