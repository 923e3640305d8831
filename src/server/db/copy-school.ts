/** Copies the rows of one school, out of either engine, into a file of its own that any program for SQLite reads. */
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { CopyFailure } from './copy-store.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './open-sqlite.ts';
import { liftTriggersBefore, triggersOfFile } from './refusing-triggers.ts';
import { findSchoolKeys, type SchoolKeys, whereOfSchool } from './school-rows.ts';
import type { Db, Store } from './store.ts';
import { postgresRows, type Row, sqliteRows } from './table-rows.ts';
import { onlyInPostgres, readSqliteShapes, type TableShape } from './table-shapes.ts';

export type SchoolCopy = {
  /** Whose rows of these tables are left out: nobody's way in is in it. */
  without: readonly string[];
  /** Columns that are emptied, by table. */
  emptied: Readonly<Record<string, readonly string[]>>;
  /** A query of the copy: tables with the highest id that one of their rows may have again. */
  heldIDs: string;
  /** Statements carried out in the copy alone. */
  marks: readonly string[];
};

async function makeFile(target: string): Promise<void> {
  const store = openSqlite(target);
  try {
    await migrate(store);
  } finally {
    await store.close();
    rmSync(`${target}.lock`, { force: true });
  }
}

function createInsert(target: DatabaseSync, { name, columns }: TableShape, emptied: readonly string[]) {
  const kept = columns.filter(({ isGenerated }) => !isGenerated);
  const heads = kept.map((column) => `"${column.name}"`).join(', ');
  const insert = target.prepare(
    `insert into "${name}" (${heads}) values (${kept.map(() => '?').join(', ')})`,
  );
  return (row: Row): void => {
    const values = kept.map((column) => {
      const value = emptied.includes(column.name) ? null : (row[columns.indexOf(column)] ?? null);
      return column.kind === 'integer' && value !== null ? BigInt(value) : value;
    });
    insert.run(...values);
  };
}

type Reader = (shape: TableShape) => Iterable<Row[]> | AsyncIterable<Row[]>;

/** Counts are kept by the file itself, while rows come. */
async function copyRows(
  target: DatabaseSync,
  read: Reader,
  { keys, copy }: { keys: SchoolKeys; copy: SchoolCopy },
): Promise<void> {
  for (const shape of readSqliteShapes(target)) {
    const where = whereOfSchool(shape, keys);
    if (where === undefined || shape.name in onlyInPostgres || copy.without.includes(shape.name)) continue;
    const insert = createInsert(target, shape, copy.emptied[shape.name] ?? []);
    for await (const part of read({ ...shape, where })) for (const row of part) insert(row);
  }
}

/** New rows get ids behind these, whether or not a row of their table came along. */
function holdIDs(file: DatabaseSync, held: string): void {
  file.exec(`insert into sqlite_sequence (name, seq) select name, 0 from (${held}) as held
      where name not in (select name from sqlite_sequence);
    update sqlite_sequence set seq = max(sqlite_sequence.seq, held.seq) from (${held}) as held where held.name = sqlite_sequence.name`);
}

/** Reads all of it as of one moment. */
async function atOneMoment(store: Store, work: (db: Db, read: Reader) => Promise<void>): Promise<void> {
  if (store.engine === 'sqlite') {
    const source = new DatabaseSync(store.place, { readOnly: true, timeout: 5000 });
    try {
      source.exec('begin');
      return await work(store.db, (shape) => sqliteRows(source, shape));
    } finally {
      source.close();
    }
  }
  await store.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      await sql`set local statement_timeout = 0`.execute(db);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
      await work(db, (shape) => postgresRows(db, shape));
    });
}

/** Makes the file, which is not there yet. Fails with a `CopyFailure` where a row names another that is not in it. */
export async function copySchool(
  store: Store,
  { target, schoolID }: { target: string; schoolID: number },
  copy: SchoolCopy,
): Promise<void> {
  await makeFile(target);
  const file = new DatabaseSync(target, { enableForeignKeyConstraints: false });
  try {
    file.exec('pragma journal_mode = delete; begin');
    const triggers = file.prepare(triggersOfFile).all() as { name: string; text: string }[];
    // They refuse rows that were sealed before.
    const { lift, bringBack } = liftTriggersBefore('insert', triggers);
    for (const statement of lift) file.exec(statement);
    await atOneMoment(store, async (db, read) => {
      const keys = await findSchoolKeys(db, schoolID, { isAlone: false });
      await copyRows(file, read, { keys, copy });
    });
    holdIDs(file, copy.heldIDs);
    for (const statement of [...bringBack, ...copy.marks]) file.exec(statement);
    file.exec('commit');
    const [broken] = file.prepare('pragma foreign_key_check').all();
    if (broken) throw new CopyFailure('notWhole', `${broken.table} names a row of ${broken.parent}`);
  } finally {
    file.close();
  }
}
