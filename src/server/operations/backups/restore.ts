/**
 * Restores a backup: shows its content, checks whether it can be restored, and then replaces the data in one step.
 * The old data is kept.
 */
import { existsSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { BackupError } from '#shared/backups.ts';
import type { Config } from '../../config.ts';
import { checkSqlite } from '../../platform/db/copy-sqlite.ts';
import { expectRows } from '../../platform/db/copy-store.ts';
import { hashFile, syncPath } from '../../platform/db/hash-file.ts';
import { makeFolder } from '../../platform/db/make-folder.ts';
import { migrations } from '../../platform/db/migrate.ts';
import { withBaseline } from '../../platform/db/migrations/before-baseline.ts';
import { holdLock } from '../../platform/db/open-sqlite.ts';
import { restoreSqlite } from '../../platform/db/put-back-sqlite.ts';
import { restoreMark } from '../../trail/trail-queries.ts';
import { toBackupError } from './backup-error.ts';
import { copyIfWhole, isWhole, readUploads, storedUpload } from './folder.ts';
import type { FoundBackup } from './model.ts';

export type RestorePlace = Pick<Config, 'dataDir' | 'uploadsDir' | 'databaseUrl'>;

/** One check of a dry run; checks run in the order of `what`. `error` says what is wrong. */
export type RestoreFinding = {
  what: 'engine' | 'version' | 'stopped' | 'whole' | 'rows' | 'uploads' | 'room';
  error: BackupError | 'otherEngine' | 'newerProgram' | 'olderTest' | 'running' | undefined;
  /** Names or numbers for the message. */
  detail: string;
  /** The damaged uploads, which cannot be restored. */
  damaged: readonly string[];
};

const dataFile = ({ dataDir }: RestorePlace): string => join(dataDir, 'qasid.db');
const fileOf = ({ path, manifest }: FoundBackup): string => join(path, manifest.database.file);

type CheckResult = Pick<RestoreFinding, 'error' | 'detail'> & Partial<Pick<RestoreFinding, 'damaged'>>;
const good: CheckResult = { error: undefined, detail: '' };

function checkVersion({ manifest }: FoundBackup): CheckResult {
  const steps = withBaseline(manifest.steps);
  if (!steps) return { error: 'olderTest', detail: '' };
  const newer = steps.find((step) => !migrations.some(({ name }) => name === step));
  return newer ? { error: 'newerProgram', detail: newer } : good;
}

async function checkNothingRuns({ databaseUrl, ...place }: RestorePlace): Promise<CheckResult> {
  if (databaseUrl) {
    const { listConnected } = await import('../../platform/db/put-back-postgres.ts');
    const connected = await listConnected(databaseUrl);
    return connected.length > 0 ? { error: 'running', detail: connected.join(', ') } : good;
  }
  if (!existsSync(place.dataDir)) return good;
  try {
    holdLock(dataFile({ ...place, databaseUrl }), 'running').close();
    return good;
  } catch {
    return { error: 'running', detail: '' };
  }
}

async function checkFile(backup: FoundBackup): Promise<CheckResult> {
  const { sha256, file } = backup.manifest.database;
  const found = await hashFile(fileOf(backup)).catch(() => undefined);
  return found === sha256 ? good : { error: { code: 'notWhole', detail: file }, detail: '' };
}

async function countAgain(backup: FoundBackup): Promise<CheckResult> {
  const { rows, engine } = backup.manifest;
  if (engine === 'sqlite') expectRows(checkSqlite(fileOf(backup)).rows, rows, []);
  else {
    const { checkDump } = await import('../../platform/db/dump-postgres.ts');
    const nothing = Object.fromEntries(Object.entries(rows).filter(([, count]) => count === 0));
    expectRows({ ...nothing, ...(await checkDump(fileOf(backup))) }, rows, []);
  }
  return good;
}

const uploadCopyPath = ({ path }: FoundBackup, name: string): string => storedUpload(dirname(path), name);

/**
 * `bytes`: the total size of the uploads that must be copied, because there is no good copy in the uploads folder.
 */
type UploadPlan = { bytes: number; damaged: string[] };

/** A damaged upload does not stop the restore. It is left out. */
async function planUploads(backup: FoundBackup, { uploadsDir }: RestorePlace): Promise<UploadPlan> {
  const plan: UploadPlan = { bytes: 0, damaged: [] };
  for (const [name, hash] of await readUploads(backup.path)) {
    if (await isWhole(join(uploadsDir, name), hash)) continue;
    const copy = uploadCopyPath(backup, name);
    if (await isWhole(copy, hash)) plan.bytes += (await stat(copy)).size;
    else plan.damaged.push(name);
  }
  return plan;
}

async function checkUploads(
  { path, manifest }: FoundBackup,
  plan: () => Promise<UploadPlan>,
): Promise<CheckResult> {
  const named = await readUploads(path);
  if (named.size !== manifest.uploads.count)
    return { error: { code: 'notWhole', detail: basename(path) }, detail: '' };
  return { ...good, damaged: (await plan()).damaged };
}

async function checkSpace(
  backup: FoundBackup,
  place: RestorePlace,
  plan: () => Promise<UploadPlan>,
): Promise<CheckResult> {
  const needed = (place.databaseUrl ? 0 : backup.manifest.database.bytes) + (await plan()).bytes;
  // If the folder does not exist yet, it will be created later on the disk of the folder above.
  const above = existsSync(place.dataDir) ? place.dataDir : dirname(place.dataDir);
  const disk = await statfs(above);
  return disk.bavail * disk.bsize > needed ? good : { error: { code: 'noRoom' }, detail: '' };
}

/** The dry run: checks everything that the restore needs, and changes nothing. Ends at the first problem. */
export async function* tryRestore(backup: FoundBackup, place: RestorePlace): AsyncGenerator<RestoreFinding> {
  const engine = place.databaseUrl ? 'postgres' : 'sqlite';
  const isSame = backup.manifest.engine === engine;
  let planned: Promise<UploadPlan> | undefined;
  // Two checks use the same plan, so that each file is read only once.
  const plan = () => (planned ??= planUploads(backup, place));
  const looks: [RestoreFinding['what'], () => CheckResult | Promise<CheckResult>][] = [
    ['engine', () => (isSame ? good : { error: 'otherEngine', detail: backup.manifest.engine })],
    ['version', () => checkVersion(backup)],
    ['stopped', () => checkNothingRuns(place)],
    ['whole', () => checkFile(backup)],
    ['rows', () => countAgain(backup)],
    ['uploads', () => checkUploads(backup, plan)],
    ['room', () => checkSpace(backup, place, plan)],
  ];
  for (const [what, look] of looks) {
    const looked = await Promise.resolve()
      .then(look)
      .catch((error: unknown): CheckResult => ({ error: toBackupError(error), detail: '' }));
    yield { what, damaged: [], ...looked };
    if (looked.error) return;
  }
}

type CopiedUploads = { uploads: number; damaged: string[] };

/**
 * Copies the uploads that are missing or damaged in the uploads folder. If the backup's copy is damaged too, the present
 * file stays.
 */
async function copyMissingUploads(backup: FoundBackup, { uploadsDir }: RestorePlace): Promise<CopiedUploads> {
  const uploadsCopied: CopiedUploads = { uploads: 0, damaged: [] };
  for (const [name, hash] of await readUploads(backup.path)) {
    const target = join(uploadsDir, name);
    if (await isWhole(target, hash)) continue;
    makeFolder(uploadsDir);
    if (await copyIfWhole(uploadCopyPath(backup, name), target, hash)) uploadsCopied.uploads += 1;
    else uploadsCopied.damaged.push(name);
  }
  if (uploadsCopied.uploads > 0) await syncPath(uploadsDir);
  return uploadsCopied;
}

export type Restored = {
  /** Where the old data is kept: a folder, or on PostgreSQL a schema. Undefined if there was no data. */
  previous: string | undefined;
  /** How many uploads were restored. */
  uploads: number;
  /** The names of the uploads that were not restored, because the backup has no good copy. */
  damaged: readonly string[];
};

/** The SQL for the first new entry in the restored audit log. It records the restore. */
const markRestored = ({ name, manifest: { madeAt } }: FoundBackup, at: string): string =>
  restoreMark({ at, name, madeAt });

type Restoring = { at: string; environment: NodeJS.ProcessEnv };

async function restoreFile(
  backup: FoundBackup,
  place: RestorePlace,
  at: string,
): Promise<string | undefined> {
  const file = dataFile(place);
  const lock = holdLock(file, `Qasid is running on ${file}. Stop it first.`);
  try {
    const stamp = at.slice(0, 19).replaceAll(':', '-');
    let previous = join(place.dataDir, `before-restore-${stamp}`);
    for (let count = 2; existsSync(previous); count += 1)
      previous = join(place.dataDir, `before-restore-${stamp}-${count}`);
    const { sha256 } = backup.manifest.database;
    const marks = [markRestored(backup, at)];
    return (await restoreSqlite({ file, from: fileOf(backup), sha256, previous, marks }))
      ? previous
      : undefined;
  } finally {
    lock.close();
  }
}

async function restoreDump(
  backup: FoundBackup,
  url: string,
  { at, environment }: Restoring,
): Promise<string | undefined> {
  const { countTables, restorePostgres } = await import('../../platform/db/put-back-postgres.ts');
  const isThere = (await countTables(url)) > 0;
  const previous = isThere ? `before_restore_${at.slice(0, 19).replaceAll(/\D/g, '')}` : undefined;
  const marks = [markRestored(backup, at)];
  await restorePostgres({ url, environment, from: fileOf(backup), previous, marks });
  return previous;
}

/**
 * Restores a backup after a successful dry run. Uploads are copied first, because files that no row uses do no harm.
 * If the process is killed, the database is either the old or the restored one, and complete. Restored data is marked
 * as a copy and sends nothing until a person decides.
 */
export async function restoreBackup(
  backup: FoundBackup,
  place: RestorePlace,
  restoring: Restoring,
): Promise<Restored> {
  makeFolder(place.dataDir);
  const uploadsCopied = await copyMissingUploads(backup, place);
  const previous = place.databaseUrl
    ? await restoreDump(backup, place.databaseUrl, restoring)
    : await restoreFile(backup, place, restoring.at);
  return { previous, ...uploadsCopied };
}

/**
 * The numbers of rows in the present database, for tables that people know. Undefined if the database cannot be read.
 */
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
