/**
 * Recognises whether a store is a copy. The store records the place from which it last sent. Beside a SQLite file
 * there is an empty file, the trace. Its name contains the last attempt that has begun. An older state that was
 * restored to the same place is therefore recognised too.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { sql } from 'kysely';
import { findSetting, putSetting } from './settings.ts';
import type { Begun, Db, StoreIdentity } from './store.ts';

const settingName = 'whereabouts';

/**
 * Records a place that does not exist. Any version of the program then recognises the data as a copy after a restore.
 * The SQL runs on both engines.
 */
export const markPlaceUnknown = `insert into setting (name, value)
  values ('${settingName}', '{"folder":"","file":"","born":"0"}')
  on conflict (name) do update set value = excluded.value`;

const findRecord = (db: Db): Promise<string | undefined> => findSetting(db, settingName);
const write = (db: Db, value: string): Promise<void> => putSetting(db, settingName, value);

/** The birth time of a file. Empty on file systems that have no birth time and report the change time instead. */
function bornAt(file: string, now: () => Date): string {
  for (let tries = 0; tries < 50; tries += 1) {
    const { birthtimeNs, ctimeNs } = statSync(file, { bigint: true });
    if (birthtimeNs !== ctimeNs && birthtimeNs > 0n) return String(birthtimeNs);
    // File system clocks advance only every few milliseconds, so the function waits and compares again.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    utimesSync(file, now(), now());
  }
  return '';
}

/** Flushes the new file to the disk, because after a power cut the file must still match the record in the store. */
function makeFile(file: string): void {
  const handle = openSync(file, 'wx', 0o600);
  fsyncSync(handle);
  closeSync(handle);
}

type StoredPlace = { folder: string; file: string; born: string };

/**
 * The names of the files beside the database. `coming`: the name of the trace until the store has recorded it. If the
 * process is killed in between, the record and the trace do not match, and the store counts as a copy.
 */
function namesBeside(file: string) {
  const folder = resolve(dirname(file));
  const prefix = `${basename(file)}.sent-`;
  return {
    folder,
    coming: join(folder, `${basename(file)}.place`),
    nameOf: ({ id, attempts, startedAt }: Begun): string =>
      join(folder, `${prefix}${id}-${attempts}-${Date.parse(startedAt)}`),
    listTraces: (): string[] => readdirSync(folder).filter((name) => name.startsWith(prefix)),
    readTrace: (name: string): Begun => {
      const [id = 0, attempts = 0, at = 0] = name.slice(prefix.length).split('-').map(Number);
      return { id, attempts, startedAt: new Date(at).toISOString() };
    },
  };
}

const nothingBegun: Begun = { id: 0, attempts: 0, startedAt: new Date(0).toISOString() };

/**
 * For a SQLite file. It is identified by its folder, and by the inode and birth time of the trace. A copy of the
 * folder does not have the same ones.
 */
export function besideFile(file: string, now: () => Date): StoreIdentity {
  const { folder, coming, nameOf, listTraces, readTrace } = namesBeside(file);
  let current: string | undefined;

  const isThis = (trace: string, record: StoredPlace): boolean => {
    const { ino, birthtimeNs } = statSync(trace, { bigint: true });
    const isBorn = record.born === '' || record.born === String(birthtimeNs);
    return record.folder === folder && record.file === String(ino) && isBorn;
  };
  /** Needed if the process was killed after the store had recorded the trace, but before its rename. */
  const finishKeeping = (record: StoredPlace): void => {
    if (existsSync(coming) && listTraces().length === 0 && isThis(coming, record))
      renameSync(coming, nameOf(nothingBegun));
  };
  const isSame: StoreIdentity['isSame'] = async (db, knows) => {
    const stored = await findRecord(db);
    const record = stored === undefined ? undefined : (JSON.parse(stored) as StoredPlace);
    if (record) finishKeeping(record);
    const [name, ...others] = listTraces();
    if (record === undefined && name === undefined) return undefined;
    if (record === undefined || name === undefined || others.length > 0) return false;
    const trace = join(folder, name);
    if (!isThis(trace, record)) return false;
    const begun = readTrace(name);
    if (begun.id > 0 && !(await knows(db, begun))) return false;
    current = trace;
    return true;
  };
  const keep: StoreIdentity['keep'] = async (db) => {
    for (const name of listTraces()) rmSync(join(folder, name));
    rmSync(coming, { force: true });
    makeFile(coming);
    const file = String(statSync(coming, { bigint: true }).ino);
    const record: StoredPlace = { folder, file, born: bornAt(coming, now) };
    await write(db, JSON.stringify(record));
    current = nameOf(nothingBegun);
    renameSync(coming, current);
  };
  const note: StoreIdentity['note'] = (begun) => {
    if (current === undefined) return;
    const trace = nameOf(begun);
    try {
      renameSync(current, trace);
      current = trace;
    } catch {
      // Another program, such as a virus scanner, has the file open. The rename will succeed at a later attempt.
    }
  };
  return { isSame, keep, note };
}

/**
 * For PostgreSQL. The database is identified by the ids of server and database. A database that was restored from a
 * dump has other ids. A standby server that takes over has the same.
 */
export function inDatabase(): StoreIdentity {
  const here = async (db: Db): Promise<string> => {
    const { rows } = await sql<{ database: string; store: string }>`
      select oid::text as database, 'setting'::regclass::oid::text as store
      from pg_database where datname = current_database()`.execute(db);
    // Some hosting providers do not allow this query.
    const server = await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`
      .execute(db)
      .then(({ rows: [row] }) => row?.id ?? '')
      .catch(() => '');
    return [server, rows[0]?.database, rows[0]?.store].join('/');
  };
  return {
    isSame: async (db) => {
      const record = await findRecord(db);
      return record === undefined ? undefined : record === (await here(db));
    },
    keep: async (db) => write(db, await here(db)),
    note: () => {},
  };
}
