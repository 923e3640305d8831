/** Copies a SQLite database in one step, while other processes may write to it. */
import { closeSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { type Copied, type CopiedRows, CopyFailure, type CopyOptions, expectRows } from './copy-store.ts';
import { goneSetting, goneStep, readGone } from './moving-marks.ts';

/** More pages than any database has, so that SQLite copies all of them in one step. */
const inOneStep = 2 ** 31 - 1;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function listTables(database: DatabaseSync): string[] {
  return database
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`)
    .all()
    .map(({ name }) => String(name));
}

function countRows(database: DatabaseSync): CopiedRows {
  return Object.fromEntries(
    listTables(database).map((table) => {
      const row = database.prepare(`select count(*) as count from ${quoted(table)}`).get();
      return [table, Number(row?.count)];
    }),
  );
}

function read(database: DatabaseSync, text: string, ...values: string[]): string[] {
  return database
    .prepare(text)
    .all(...values)
    .map(({ value }) => String(value));
}

const firstBytes = 'SQLite format 3\0';

/**
 * Whether the file begins with SQLite's header. Checked before the file is opened, because SQLite silently deletes the
 * log of a file that is too short to be a database.
 */
export function isSqlite(file: string): boolean {
  const begin = Buffer.alloc(firstBytes.length);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, begin);
  } finally {
    closeSync(handle);
  }
  return begin.toString('latin1') === firstBytes;
}

/** The row counts and migrations of a file that has no log. Throws if the file is damaged. */
export function checkSqlite(file: string): Pick<Copied, 'rows' | 'steps'> {
  if (!isSqlite(file)) throw new CopyFailure('notWhole', basename(file));
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const result = database.prepare('pragma integrity_check(1)').all();
    const [first] = result.map((row) => String(row.integrity_check));
    if (first !== 'ok') throw new CopyFailure('notWhole', first);
    const rows = countRows(database);
    const steps =
      'migration' in rows ? read(database, 'select name as value from migration order by name') : [];
    return { rows, steps };
  } finally {
    database.close();
  }
}

/**
 * One read transaction covers the count and the copy, so that both show the same moment. Without it, SQLite's backup
 * would start again after each write by another connection.
 */
async function copyPages(file: string, target: string, { rowsOf: table }: CopyOptions): Promise<Copied> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    source.exec('begin');
    const rows = countRows(source);
    const steps =
      'migration' in rows ? read(source, 'select name as value from migration order by name') : [];
    const settingOf = (name: string): string | undefined =>
      'setting' in rows ? read(source, 'select value from setting where name = ?', name)[0] : undefined;
    // The data of this store was moved to another store, so a backup of it would be out of date.
    if (steps.includes(goneStep))
      throw new CopyFailure('movedAway', readGone(settingOf(goneSetting) ?? '').to);
    const rowsOfTable = table in rows ? source.prepare(`select * from ${quoted(table)}`).all() : [];
    await backup(source, target, { rate: inOneStep });
    return { rows, steps, rowsOfTable };
  } finally {
    source.close();
  }
}

function tryMark(copy: DatabaseSync, mark: string): boolean {
  try {
    copy.exec(mark);
    return true;
  } catch {
    return false;
  }
}

/** Runs the marks that fit the schema, in a file that no other process has open. */
export function markFile(file: string, marks: readonly string[]): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = delete; pragma synchronous = full');
    for (const mark of marks) tryMark(database, mark);
  } finally {
    database.close();
  }
}

/** Runs each mark that fits the schema. An older schema may lack some columns. */
function markCopied(copy: DatabaseSync, marks: readonly string[]): void {
  const taken = marks.filter((mark) => tryMark(copy, mark));
  if (taken.length === 0) throw new CopyFailure('olderProgram');
}

function finish(target: string, tables: CopiedRows, { without, marks }: CopyOptions): void {
  const copy = new DatabaseSync(target);
  try {
    // Leaves WAL mode, so that all data is in this one file. `secure_delete` overwrites deleted rows; otherwise their
    // bytes would stay in the file until the page is used again.
    copy.exec('pragma journal_mode = delete; pragma secure_delete = on');
    for (const table of without) if (table in tables) copy.exec(`delete from ${quoted(table)}`);
    markCopied(copy, marks);
  } finally {
    copy.close();
  }
}

/**
 * Copies the file, deletes the rows that are left out, and marks the copy. Then opens the copy again and compares the
 * row counts. Throws a `CopyFailure`.
 */
export async function copySqlite(file: string, target: string, options: CopyOptions): Promise<Copied> {
  const copied = await copyPages(file, target, options);
  finish(target, copied.rows, options);
  expectRows(checkSqlite(target).rows, copied.rows, options.without);
  return copied;
}
