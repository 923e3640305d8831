/** Copies the file of a store in one pass while others write to it: what they write meanwhile is not waited for. */
import { closeSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { type Copied, type CopiedRows, CopyFailure, type CopyWish, expectRows } from './copy-store.ts';
import { goneSetting, goneStep, readGone } from './moving-marks.ts';

/** More pages than any database has. */
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

/** Whether it begins as a database does. Of a file that is too short for one SQLite throws away the log, unasked. */
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

/** The file as it stands: in no log beside it, whole, and what is in it. Fails where it is damaged. */
export function checkSqlite(file: string): Pick<Copied, 'rows' | 'steps'> {
  if (!isSqlite(file)) throw new CopyFailure('notWhole', basename(file));
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const said = database.prepare('pragma integrity_check(1)').all();
    const [first] = said.map((row) => String(row.integrity_check));
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
 * Within one read transaction the rows are counted and the pages are copied, so that both are of the same moment. A
 * backup that is not held by one begins anew with each change of another connection.
 */
async function copyPages(file: string, target: string, { told: asked }: CopyWish): Promise<Copied> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    source.exec('begin');
    const rows = countRows(source);
    const steps =
      'migration' in rows ? read(source, 'select name as value from migration order by name') : [];
    const settingOf = (name: string): string | undefined =>
      'setting' in rows ? read(source, 'select value from setting where name = ?', name)[0] : undefined;
    // Nothing comes to it any more: whoever thinks of it as his backup has none.
    if (steps.includes(goneStep))
      throw new CopyFailure('movedAway', readGone(settingOf(goneSetting) ?? '').to);
    const told = asked in rows ? source.prepare(`select * from ${quoted(asked)}`).all() : [];
    await backup(source, target, { rate: inOneStep });
    return { rows, steps, told };
  } finally {
    source.close();
  }
}

function takesMark(copy: DatabaseSync, mark: string): boolean {
  try {
    copy.exec(mark);
    return true;
  } catch {
    return false;
  }
}

/** Carries out the marks that the schema takes, in a file that nobody else has open. */
export function markFile(file: string, marks: readonly string[]): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = delete; pragma synchronous = full');
    for (const mark of marks) takesMark(database, mark);
  } finally {
    database.close();
  }
}

/** Each mark that the schema takes: one of an older program may lack the columns of some. */
function markCopied(copy: DatabaseSync, marks: readonly string[]): void {
  const taken = marks.filter((mark) => takesMark(copy, mark));
  if (taken.length === 0) throw new CopyFailure('olderProgram');
}

function finish(target: string, tables: CopiedRows, { without, marks }: CopyWish): void {
  const copy = new DatabaseSync(target);
  try {
    // Out of its log into the file alone. Overwritten, not only unlinked: what is deleted otherwise stands in the file
    // until its page is used again.
    copy.exec('pragma journal_mode = delete; pragma secure_delete = on');
    for (const table of without) if (table in tables) copy.exec(`delete from ${quoted(table)}`);
    markCopied(copy, marks);
  } finally {
    copy.close();
  }
}

/** Copies the file, takes out what is left out, marks it, opens it again and counts it. Fails with a `CopyFailure`. */
export async function copySqlite(file: string, target: string, wish: CopyWish): Promise<Copied> {
  const copied = await copyPages(file, target, wish);
  finish(target, copied.rows, wish);
  expectRows(checkSqlite(target).rows, copied.rows, wish.without);
  return copied;
}
