/** Every child by what it is found by: to look for a name in all bills costs more with each month. */
import { sql } from 'kysely';
import { keysOfChild } from '#shared/loose-names.ts';
import { yieldToEventLoop } from '../../../yielding.ts';
import { valueRows } from '../long-lists.ts';
import type { Db, Engine } from '../store.ts';

export const name = '0035-child-names';

/** Each number of each row, '' where it has none. Dialect: how a text is taken apart. */
const numbersOf: Record<Engine, string> = {
  postgres: `unnest(case when numbers = '' then array[''] else string_to_array(numbers, ' ') end) one (value)`,
  sqlite: `json_each('["' || replace(numbers, ' ', '","') || '"]') one`,
};

export const statements = (engine: Engine): string[] => {
  const [int, ending] = engine === 'postgres' ? ['bigint', ''] : ['integer', ' strict, without rowid'];
  return [
    // Without a reference to the campus, as with the names of numbers: to check it would cost as much as to write the row.
    `create table child_name (
      "campusID" ${int} not null, number text not null, name text not null, "regNum" text not null,
      "fatherName" text not null, keys text not null, primary key ("campusID", number, name, "regNum"))${ending}`,
    // The keys are filled below: no statement works them out.
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

/** None has no keys: even a name of signs alone has a space. */
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
