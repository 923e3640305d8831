/** Stores the search keys of each child, because searching all bills would become slower every month. */
import { sql } from 'kysely';
import { keysOfChild } from '#shared/loose-names.ts';
import { yieldToEventLoop } from '../../../yielding.ts';
import { valueRows } from '../long-lists.ts';
import type { Db, Engine } from '../store.ts';

export const name = '0035-child-names';

/**
 * Selects each number of each row, or '' for a row without one. Dialect: the engines split texts in different ways.
 */
const numbersOf: Record<Engine, string> = {
  postgres: `unnest(case when numbers = '' then array[''] else string_to_array(numbers, ' ') end) one (value)`,
  sqlite: `json_each('["' || replace(numbers, ' ', '","') || '"]') one`,
};

export const statements = (engine: Engine): string[] => {
  const [int, ending] = engine === 'postgres' ? ['bigint', ''] : ['integer', ' strict, without rowid'];
  return [
    // No foreign key to the campus: campuses are never removed, and the check would take as long as the insert.
    `create table child_name (
      "campusID" ${int} not null, number text not null, name text not null, "regNum" text not null,
      "fatherName" text not null, keys text not null, primary key ("campusID", number, name, "regNum"))${ending}`,
    // `run` fills the keys, because SQL cannot compute them.
    ...['bill', 'student'].map(
      (table) => `insert into child_name ("campusID", number, name, "regNum", "fatherName", keys)
        select distinct "campusID", one.value, name, coalesce("regNum", ''), '', '' from ${table}, ${numbersOf[engine]}
        where name <> '' on conflict do nothing`,
    ),
    `update child_name set "fatherName" = student."fatherName" from student
      where student."campusID" = child_name."campusID" and student."regNum" = child_name."regNum"
        and student.name = child_name.name and student."fatherName" is not null`,
  ];
};

const atOnce = 2000;
const columns = { campusID: 'bigint', number: 'text', name: 'text', regNum: 'text', keys: 'text' } as const;

/** Empty keys mean that the row is not done yet. So each child gets at least a space. */
export async function run(db: Db): Promise<void> {
  for (let isMore = true; isMore; ) {
    const children = await db
      .selectFrom('child_name')
      .select(['campusID', 'number', 'name', 'regNum', 'fatherName'])
      .where('keys', '=', '')
      .limit(atOnce)
      .execute();
    const rows = children.map((child) => ({ ...child, keys: keysOfChild(child) }));
    if (rows.length > 0)
      await sql`with ${valueRows(db, 'known', { columns, rows })} update child_name set keys = known.keys from known
        where child_name."campusID" = known."campusID" and child_name.number = known.number
          and child_name.name = known.name and child_name."regNum" = known."regNum"`.execute(db);
    isMore = rows.length === atOnce;
    await yieldToEventLoop();
  }
}
