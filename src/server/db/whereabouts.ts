/**
 * Tells a store from its copies. In it stands where it last sent from; beside a file stands, in the name of an empty
 * file, the last try that was begun, so that an older state put back in the same place is seen to be older.
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
import type { Begun, Db, Whereabouts } from './store.ts';

const settingName = 'whereabouts';

/**
 * Makes a copy one of a place that is nowhere: put back, it is seen to be a copy whatever version it is of. In the words
 * of both engines.
 */
export const placeElsewhere = `insert into setting (name, value)
  values ('${settingName}', '{"folder":"","file":"","born":"0"}')
  on conflict (name) do update set value = excluded.value`;

const findKept = (db: Db): Promise<string | undefined> => findSetting(db, settingName);
const write = (db: Db, value: string): Promise<void> => putSetting(db, settingName, value);

/** When the file was made; '' where the file system does not tell: it then says when it was last changed. */
function bornAt(file: string, now: () => Date): string {
  for (let tries = 0; tries < 50; tries += 1) {
    const { birthtimeNs, ctimeNs } = statSync(file, { bigint: true });
    if (birthtimeNs !== ctimeNs && birthtimeNs > 0n) return String(birthtimeNs);
    // The clock of a file system ticks every few milliseconds.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    utimesSync(file, now(), now());
  }
  return '';
}

/** The power may go at any moment: what the store says of the file must be true of it. */
function makeFile(file: string): void {
  const handle = openSync(file, 'wx', 0o600);
  fsyncSync(handle);
  closeSync(handle);
}

type StoredPlace = { folder: string; file: string; born: string };

/** The names beside this file. `coming`: the trace until the store knows of it; whoever is ended in between has neither. */
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

/** Beside this file: by its folder, and by the number and the birth of a file that a copy of the folder has anew. */
export function besideFile(file: string, now: () => Date): Whereabouts {
  const { folder, coming, nameOf, listTraces, readTrace } = namesBeside(file);
  let current: string | undefined;

  const isThis = (trace: string, kept: StoredPlace): boolean => {
    const { ino, birthtimeNs } = statSync(trace, { bigint: true });
    const isBorn = kept.born === '' || kept.born === String(birthtimeNs);
    return kept.folder === folder && kept.file === String(ino) && isBorn;
  };
  /** The store knew of it already when the program was ended. */
  const finishKeeping = (kept: StoredPlace): void => {
    if (existsSync(coming) && listTraces().length === 0 && isThis(coming, kept))
      renameSync(coming, nameOf(nothingBegun));
  };
  const isSame: Whereabouts['isSame'] = async (db, knows) => {
    const stored = await findKept(db);
    const kept = stored === undefined ? undefined : (JSON.parse(stored) as StoredPlace);
    if (kept) finishKeeping(kept);
    const [name, ...others] = listTraces();
    if (kept === undefined && name === undefined) return undefined;
    if (kept === undefined || name === undefined || others.length > 0) return false;
    const trace = join(folder, name);
    if (!isThis(trace, kept)) return false;
    const begun = readTrace(name);
    if (begun.id > 0 && !(await knows(db, begun))) return false;
    current = trace;
    return true;
  };
  const keep: Whereabouts['keep'] = async (db) => {
    for (const name of listTraces()) rmSync(join(folder, name));
    rmSync(coming, { force: true });
    makeFile(coming);
    const file = String(statSync(coming, { bigint: true }).ino);
    const kept: StoredPlace = { folder, file, born: bornAt(coming, now) };
    await write(db, JSON.stringify(kept));
    current = nameOf(nothingBegun);
    renameSync(coming, current);
  };
  const note: Whereabouts['note'] = (begun) => {
    if (current === undefined) return;
    const trace = nameOf(begun);
    try {
      renameSync(current, trace);
      current = trace;
    } catch {
      // Whoever holds it, such as a virus scanner, lets go of it before a later try.
    }
  };
  return { isSame, keep, note };
}

/**
 * In this database of this server: one that was made anew out of a dump has another number, and so have its tables. A
 * standby that takes over has the same.
 */
export function inDatabase(): Whereabouts {
  const here = async (db: Db): Promise<string> => {
    const { rows } = await sql<{ database: string; store: string }>`
      select oid::text as database, 'setting'::regclass::oid::text as store
      from pg_database where datname = current_database()`.execute(db);
    // Some hosts let nobody ask.
    const server = await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`
      .execute(db)
      .then(({ rows: [row] }) => row?.id ?? '')
      .catch(() => '');
    return [server, rows[0]?.database, rows[0]?.store].join('/');
  };
  return {
    isSame: async (db) => {
      const kept = await findKept(db);
      return kept === undefined ? undefined : kept === (await here(db));
    },
    keep: async (db) => write(db, await here(db)),
    note: () => {},
  };
}
