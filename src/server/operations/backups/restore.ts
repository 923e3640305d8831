/**
 * Restores a backup: shows what it holds, checks whether it can be restored, then replaces the data in one step and
 * keeps the old ones.
 */
import { existsSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { BackupTrouble } from '#shared/backups.ts';
import type { Config } from '../../config.ts';
import { checkSqlite } from '../../platform/db/copy-sqlite.ts';
import { expectRows } from '../../platform/db/copy-store.ts';
import { hashFile, syncPath } from '../../platform/db/hash-file.ts';
import { makeFolder } from '../../platform/db/make-folder.ts';
import { migrations } from '../../platform/db/migrate.ts';
import { holdLock } from '../../platform/db/open-sqlite.ts';
import { putBackSqlite } from '../../platform/db/put-back-sqlite.ts';
import { restoreMark } from '../../trail/trail-queries.ts';
import { copyIfWhole, isWhole, readUploads, storedUpload } from './folder.ts';
import type { FoundBackup } from './model.ts';
import { troubleOf } from './trouble.ts';

export type RestorePlace = Pick<Config, 'dataDir' | 'uploadsDir' | 'databaseUrl'>;

/** One check of a dry run, in this order; `trouble` says what is wrong. */
export type RestoreFinding = {
  what: 'engine' | 'version' | 'stopped' | 'whole' | 'rows' | 'uploads' | 'room';
  trouble: BackupTrouble | 'otherEngine' | 'newerProgram' | 'running' | undefined;
  /** Names or counts for the message. */
  detail: string;
  /** Damaged uploads, which are not restored. */
  damaged: readonly string[];
};

const dataFile = ({ dataDir }: RestorePlace): string => join(dataDir, 'qasid.db');
const fileOf = ({ path, manifest }: FoundBackup): string => join(path, manifest.database.file);

type Looked = Pick<RestoreFinding, 'trouble' | 'detail'> & Partial<Pick<RestoreFinding, 'damaged'>>;
const good: Looked = { trouble: undefined, detail: '' };

function lookAtVersion({ manifest }: FoundBackup): Looked {
  const newer = manifest.steps.find((step) => !migrations.some(({ name }) => name === step));
  return newer ? { trouble: 'newerProgram', detail: newer } : good;
}

async function lookForPrograms({ databaseUrl, ...place }: RestorePlace): Promise<Looked> {
  if (databaseUrl) {
    const { listConnected } = await import('../../platform/db/put-back-postgres.ts');
    const connected = await listConnected(databaseUrl);
    return connected.length > 0 ? { trouble: 'running', detail: connected.join(', ') } : good;
  }
  if (!existsSync(place.dataDir)) return good;
  try {
    holdLock(dataFile({ ...place, databaseUrl }), 'running').close();
    return good;
  } catch {
    return { trouble: 'running', detail: '' };
  }
}

async function lookAtFile(backup: FoundBackup): Promise<Looked> {
  const { sha256, file } = backup.manifest.database;
  const found = await hashFile(fileOf(backup)).catch(() => undefined);
  return found === sha256 ? good : { trouble: { code: 'notWhole', detail: file }, detail: '' };
}

async function countAgain(backup: FoundBackup): Promise<Looked> {
  const { rows, engine } = backup.manifest;
  if (engine === 'sqlite') expectRows(checkSqlite(fileOf(backup)).rows, rows, []);
  else {
    const { checkDump } = await import('../../platform/db/dump-postgres.ts');
    const nothing = Object.fromEntries(Object.entries(rows).filter(([, count]) => count === 0));
    expectRows({ ...nothing, ...(await checkDump(fileOf(backup))) }, rows, []);
  }
  return good;
}

const keptUpload = ({ path }: FoundBackup, name: string): string => storedUpload(dirname(path), name);

/** `bytes`: the size of the uploads to copy, because the program lacks a good copy. */
type UploadPlan = { bytes: number; damaged: string[] };

/** A damaged upload does not stop the restore: it is left out. */
async function planUploads(backup: FoundBackup, { uploadsDir }: RestorePlace): Promise<UploadPlan> {
  const plan: UploadPlan = { bytes: 0, damaged: [] };
  for (const [name, hash] of await readUploads(backup.path)) {
    if (await isWhole(join(uploadsDir, name), hash)) continue;
    const kept = keptUpload(backup, name);
    if (await isWhole(kept, hash)) plan.bytes += (await stat(kept)).size;
    else plan.damaged.push(name);
  }
  return plan;
}

async function lookAtUploads(
  { path, manifest }: FoundBackup,
  plan: () => Promise<UploadPlan>,
): Promise<Looked> {
  const named = await readUploads(path);
  if (named.size !== manifest.uploads.count)
    return { trouble: { code: 'notWhole', detail: basename(path) }, detail: '' };
  return { ...good, damaged: (await plan()).damaged };
}

async function lookForRoom(
  backup: FoundBackup,
  place: RestorePlace,
  plan: () => Promise<UploadPlan>,
): Promise<Looked> {
  const needed = (place.databaseUrl ? 0 : backup.manifest.database.bytes) + (await plan()).bytes;
  // The folder does not exist yet; it is created later.
  const above = existsSync(place.dataDir) ? place.dataDir : dirname(place.dataDir);
  const disk = await statfs(above);
  return disk.bavail * disk.bsize > needed ? good : { trouble: { code: 'noRoom' }, detail: '' };
}

/** The dry run: changes nothing and checks everything that the restore needs. Ends at the first problem. */
export async function* tryRestore(backup: FoundBackup, place: RestorePlace): AsyncGenerator<RestoreFinding> {
  const engine = place.databaseUrl ? 'postgres' : 'sqlite';
  const isSame = backup.manifest.engine === engine;
  let planned: Promise<UploadPlan> | undefined;
  // Two checks share the plan, so that each file is read once.
  const plan = () => (planned ??= planUploads(backup, place));
  const looks: [RestoreFinding['what'], () => Looked | Promise<Looked>][] = [
    ['engine', () => (isSame ? good : { trouble: 'otherEngine', detail: backup.manifest.engine })],
    ['version', () => lookAtVersion(backup)],
    ['stopped', () => lookForPrograms(place)],
    ['whole', () => lookAtFile(backup)],
    ['rows', () => countAgain(backup)],
    ['uploads', () => lookAtUploads(backup, plan)],
    ['room', () => lookForRoom(backup, place, plan)],
  ];
  for (const [what, look] of looks) {
    const looked = await Promise.resolve()
      .then(look)
      .catch((error: unknown): Looked => ({ trouble: troubleOf(error), detail: '' }));
    yield { what, damaged: [], ...looked };
    if (looked.trouble) return;
  }
}

type Brought = { uploads: number; damaged: string[] };

/** Copies the uploads that the program lacks. A damaged one is left out, and the present file stays. */
async function bringUploads(backup: FoundBackup, { uploadsDir }: RestorePlace): Promise<Brought> {
  const brought: Brought = { uploads: 0, damaged: [] };
  for (const [name, hash] of await readUploads(backup.path)) {
    const target = join(uploadsDir, name);
    if (await isWhole(target, hash)) continue;
    makeFolder(uploadsDir);
    if (await copyIfWhole(keptUpload(backup, name), target, hash)) brought.uploads += 1;
    else brought.damaged.push(name);
  }
  if (brought.uploads > 0) await syncPath(uploadsDir);
  return brought;
}

export type Restored = {
  /** Where the old data are kept: a folder, or on PostgreSQL a schema; undefined when there were none. */
  aside: string | undefined;
  /** How many uploads were restored. */
  uploads: number;
  /** The names of uploads without a good copy in the backup, which were not restored. */
  damaged: readonly string[];
};

/** The first new entry in the restored trail records the restore. */
const markRestored = ({ name, manifest: { madeAt } }: FoundBackup, at: string): string =>
  restoreMark({ at, name, madeAt });

type Restoring = { at: string; environment: NodeJS.ProcessEnv };

async function putBackFile(
  backup: FoundBackup,
  place: RestorePlace,
  at: string,
): Promise<string | undefined> {
  const file = dataFile(place);
  const lock = holdLock(file, `Qasid is running on ${file}. Stop it first.`);
  try {
    const stamp = at.slice(0, 19).replaceAll(':', '-');
    let aside = join(place.dataDir, `before-restore-${stamp}`);
    for (let count = 2; existsSync(aside); count += 1)
      aside = join(place.dataDir, `before-restore-${stamp}-${count}`);
    const { sha256 } = backup.manifest.database;
    const marks = [markRestored(backup, at)];
    return (await putBackSqlite({ file, from: fileOf(backup), sha256, aside, marks })) ? aside : undefined;
  } finally {
    lock.close();
  }
}

async function putBackDump(
  backup: FoundBackup,
  url: string,
  { at, environment }: Restoring,
): Promise<string | undefined> {
  const { countTables, putBackPostgres } = await import('../../platform/db/put-back-postgres.ts');
  const isThere = (await countTables(url)) > 0;
  const aside = isThere ? `before_restore_${at.slice(0, 19).replaceAll(/\D/g, '')}` : undefined;
  const marks = [markRestored(backup, at)];
  await putBackPostgres({ url, environment, from: fileOf(backup), aside, marks });
  return aside;
}

/**
 * Restores a backup after a dry run without problems. Uploads come first, because unused files do no harm. If it is
 * killed, either the old or the restored data are there, complete. Restored data are marked as a copy and send nothing
 * until a person decides.
 */
export async function restoreBackup(
  backup: FoundBackup,
  place: RestorePlace,
  restoring: Restoring,
): Promise<Restored> {
  makeFolder(place.dataDir);
  const brought = await bringUploads(backup, place);
  const aside = place.databaseUrl
    ? await putBackDump(backup, place.databaseUrl, restoring)
    : await putBackFile(backup, place, restoring.at);
  return { aside, ...brought };
}

/** The row counts of the present store, for tables that people know; undefined when it cannot be read. */
export async function countPresent(
  place: RestorePlace,
  tables: readonly string[],
): Promise<Record<string, number> | undefined> {
  if (place.databaseUrl) {
    const { countRowsOf } = await import('../../platform/db/put-back-postgres.ts');
    const counts: [string, number][] = [];
    for (const table of tables) counts.push([table, await countRowsOf(place.databaseUrl, table)]);
    return Object.fromEntries(counts);
  }
  const folder = await readdir(place.dataDir).catch((): string[] => []);
  if (!folder.includes('qasid.db')) return undefined;
  try {
    const { rows } = checkSqlite(dataFile(place));
    return Object.fromEntries(tables.map((table) => [table, rows[table] ?? 0]));
  } catch {
    return undefined;
  }
}
