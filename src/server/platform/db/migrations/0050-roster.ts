/** Adds the search and sorting of students by name, and the day on which a student left. */
import { sql } from 'kysely';
import { keysOfChild } from '#shared/loose-names.ts';
import { yieldToEventLoop } from '../../../yielding.ts';
import { valueRows } from '../long-lists.ts';
import type { Db, Engine } from '../store.ts';

export const name = '0050-roster';

/** Dialect: with this collation PostgreSQL sorts letters by their codes, as SQLite does. */
const plain: Record<Engine, string> = { postgres: 'text collate "C"', sqlite: 'text' };

export const statements = (engine: Engine): string[] => [
  'alter table student add column "endedOn" text',
  // `run` fills them, because SQL cannot compute them.
  `alter table student add column keys ${plain[engine]} not null default ''`,
  'create index "student_keys" on student ("campusID", keys, id)',
];

const atOnce = 2000;
const columns = { id: 'bigint', keys: 'text' } as const;

export async function run(db: Db): Promise<void> {
  for (let after = 0, isMore = true; isMore; ) {
    const students = await db
      .selectFrom('student')
      .select(['id', 'name', 'fatherName', 'regNum'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    const rows = students.map(({ id, name, fatherName, regNum }) => ({
      id,
      keys: keysOfChild({ name, fatherName: fatherName ?? '', regNum }),
    }));
    if (rows.length > 0)
      await sql`with ${valueRows(db, 'known', { columns, rows })} update student set keys = known.keys from known
        where student.id = known.id`.execute(db);
    after = students.at(-1)?.id ?? 0;
    isMore = rows.length === atOnce;
    await yieldToEventLoop();
  }
}
