/** Copies the rows of one school, from either engine, into a separate SQLite file. */
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
  /** Tables whose rows are left out, because they contain secrets for signing in. */
  without: readonly string[];
  /** Columns that are set to null, by table. */
  emptied: Readonly<Record<string, readonly string[]>>;
  /**
   * A query that runs in the copy. It returns table names, each with an id. New rows of these tables get higher ids.
   */
  reservedIDsQuery: string;
  /** Statements that run only in the copy. */
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
  const writable = columns.filter(({ isGenerated }) => !isGenerated);
  const heads = writable.map((column) => `"${column.name}"`).join(', ');
  const insert = target.prepare(
    `insert into "${name}" (${heads}) values (${writable.map(() => '?').join(', ')})`,
  );
  return (row: Row): void => {
    const values = writable.map((column) => {
      const value = emptied.includes(column.name) ? null : (row[columns.indexOf(column)] ?? null);
      return column.kind === 'integer' && value !== null ? BigInt(value) : value;
    });
    insert.run(...values);
  };
}

type Reader = (shape: TableShape) => Iterable<Row[]> | AsyncIterable<Row[]>;

/**
 * Tables of counts have no `whereOfSchool` and are skipped, because the triggers of the file fill them while rows are
 * inserted.
 */
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

/** Makes new rows get ids above those in `held`. This includes tables without a copied row. */
function holdIDs(file: DatabaseSync, held: string): void {
  file.exec(`insert into sqlite_sequence (name, seq) select name, 0 from (${held}) as held
      where name not in (select name from sqlite_sequence);
    update sqlite_sequence set seq = max(sqlite_sequence.seq, held.seq) from (${held}) as held where held.name = sqlite_sequence.name`);
}

/** Reads all tables in one read transaction, so that they show the same moment. */
async function inSnapshot(store: Store, work: (db: Db, read: Reader) => Promise<void>): Promise<void> {
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

/**
 * Creates the file, which must not exist yet. Throws a `CopyFailure` if a row refers to a row that was not copied.
 */
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
    // Insert triggers would refuse entries that are already sealed.
    const { lift, bringBack } = liftTriggersBefore('insert', triggers);
    for (const statement of lift) file.exec(statement);
    await inSnapshot(store, async (db, read) => {
      const keys = await findSchoolKeys(db, schoolID, { isAlone: false });
      await copyRows(file, read, { keys, copy });
    });
    holdIDs(file, copy.reservedIDsQuery);
    for (const statement of [...bringBack, ...copy.marks]) file.exec(statement);
    file.exec('commit');
    const [broken] = file.prepare('pragma foreign_key_check').all();
    if (broken)
      throw new CopyFailure(
        'notWhole',
        `a row of ${broken.table} refers to a missing row of ${broken.parent}`,
      );
  } finally {
    file.close();
  }
}
