/**
 * Stores the name under which each number is known, from bills and students. The queries that write bills and students
 * also update these names, so no caller can forget to.
 */
import { sql } from 'kysely';
import { keysOfChild } from '#shared/text/loose-names.ts';
import type { Scope } from '../../auth/scope.ts';
import { unindexed, valueRows } from '../../platform/db/long-lists.ts';
import { type Child, childrenOf, eachChild, type Named } from './names-rules.ts';

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

/** Stores children. A known child is written again only when it gets another father's name. */
async function putChildren(scope: Scope, children: readonly Child[]): Promise<void> {
  const byFather = Map.groupBy(children, ({ fatherName }) => fatherName !== '');
  for (const [hasFather, list] of byFather) {
    const rows = list.map((child) => ({ ...child, keys: keysOfChild(child) }));
    // PostgreSQL locks and writes each row even when an update would not change it, and most rows stay the same every
    // month.
    const conflictAction = hasFather
      ? sql`update set "fatherName" = excluded."fatherName", keys = excluded.keys
          where child_name."fatherName" <> excluded."fatherName"`
      : sql`nothing`;
    await sql`with ${valueRows(scope.db, 'named', { columns: childColumns, rows })}
      insert into child_name ("campusID", number, name, "regNum", "fatherName", keys)
      select cast(${scope.campusID} as bigint), number, name, "regNum", "fatherName", keys from named where true
      on conflict ("campusID", number, name, "regNum") do ${conflictAction}`.execute(scope.db);
  }
}

/** Stores the names. If children share a number, the last name is stored. An unchanged name is not written again. */
export async function putNames(scope: Scope, named: readonly Named[]): Promise<void> {
  await putChildren(scope, eachChild(named.flatMap(childrenOf)));
  const nameByNumber = new Map(named.flatMap(pairsOf).map(({ number, name }) => [number, name]));
  if (nameByNumber.size === 0) return;
  const rows = [...nameByNumber].map(([number, name]) => ({ number, name }));
  await sql`with ${valueRows(scope.db, 'named', { columns, rows })}
    insert into number_name ("campusID", number, name)
    select cast(${scope.campusID} as bigint), number, name from named where true
    on conflict ("campusID", number) do update set name = excluded.name
      where number_name.name <> excluded.name`.execute(scope.db);
}

/**
 * Deletes the names of these bills or students. A number that had such a name then has no name until another row is
 * written with it.
 */
export async function deleteNames(scope: Scope, named: readonly Named[]): Promise<void> {
  const rows = named.flatMap(pairsOf);
  if (rows.length === 0) return;
  await sql`with ${valueRows(scope.db, 'named', { columns, rows })}
    delete from number_name where "campusID" = ${scope.campusID}
      and (number, name) in (select number, name from named)`.execute(scope.db);
}

/** Returns the names and numbers of these bills or students. Takes at most a few thousand ids. */
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
