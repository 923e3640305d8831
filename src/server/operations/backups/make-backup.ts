/**
 * Makes one backup: copies the data, then the uploads, and gives the backup its final name. Then removes outdated
 * backups.
 */
import { statSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupOutcome, DamagedUpload, SecondOutcome } from '#shared/backups.ts';
import { version } from '../../config.ts';
import type { BackupOrder } from '../../deps.ts';
import { copySqlite } from '../../platform/db/copy-sqlite.ts';
import { type Copied, type CopyOptions, expectedRows } from '../../platform/db/copy-store.ts';
import { hashFile, syncPath } from '../../platform/db/hash-file.ts';
import { makeFolder } from '../../platform/db/make-folder.ts';
import { holdLock } from '../../platform/db/open-sqlite.ts';
import { markPlaceUnknown } from '../../platform/db/store-identity.ts';
import { markCopy } from '../../senders/settings/settings-queries.ts';
import { BackupFailure, toBackupError } from './backup-error.ts';
import { newestOf } from './backups-rules.ts';
import {
  type BackupUploads,
  beginBackup,
  finishBackup,
  keepUploads,
  listBackups,
  removeOutdatedBackups,
  type Unfinished,
} from './folder.ts';
import type { FoundBackup, Manifest } from './model.ts';
import { copyToSecond } from './second-folder.ts';

/**
 * The rows of these tables are left out. Nobody must be able to sign in with a backup, and a restore must not bring
 * back access that was revoked.
 */
const withoutRows = ['session', 'verification', 'access_link', 'api_key'];

export const backupsOf = (dataDir: string): string => join(dataDir, 'backups');

/**
 * Marks the backup as a copy. After a restore a person decides about the waiting messages, because they may have been
 * sent in the meantime.
 */
const copyOptionsAt = (at: string): CopyOptions => ({
  without: withoutRows,
  marks: [markCopy('backup', at), markPlaceUnknown],
  rowsOf: 'trail_head',
});

/** PostgreSQL returns integers as text. */
const headsOf = ({ rowsOfTable }: Copied): Manifest['trail'] =>
  rowsOfTable.map(({ schoolID, count, hash }) => ({
    schoolID: Number(schoolID),
    count: Number(count),
    hash: String(hash),
  }));

type Copying = { copied: Copied; file: string };

async function copyData(order: BackupOrder, path: string, environment: NodeJS.ProcessEnv): Promise<Copying> {
  const { databaseUrl, dataDir, at } = order;
  if (!databaseUrl) {
    const source = join(dataDir, 'qasid.db');
    // A file of 0 bytes holds no data either.
    if (!statSync(source, { throwIfNoEntry: false })?.size) throw new BackupFailure('noData', source);
    const file = 'qasid.db';
    return { copied: await copySqlite(source, join(path, file), copyOptionsAt(at)), file };
  }
  // Loaded only if needed, because the PostgreSQL driver takes a megabyte of memory.
  const { dumpPostgres } = await import('../../platform/db/dump-postgres.ts');
  const file = 'qasid.sql.gz';
  const dumping = { url: databaseUrl, environment, target: join(path, file) };
  return { copied: await dumpPostgres(dumping, copyOptionsAt(at)), file };
}

async function fill(
  order: BackupOrder,
  target: Unfinished,
  environment: NodeJS.ProcessEnv,
): Promise<{ manifest: Manifest; read: BackupUploads['read'] }> {
  const folder = backupsOf(order.dataDir);
  const { copied, file } = await copyData(order, target.path, environment);
  const path = join(target.path, file);
  await syncPath(path);
  const { uploads, read } = await keepUploads(folder, target, { from: order.uploadsDir });
  const manifest: Manifest = {
    format: 1,
    madeAt: order.at,
    why: order.why,
    version,
    engine: order.databaseUrl ? 'postgres' : 'sqlite',
    steps: copied.steps,
    database: { file, bytes: (await stat(path)).size, sha256: await hashFile(path) },
    rows: expectedRows(copied.rows, withoutRows),
    uploads,
    trail: headsOf(copied),
  };
  return { manifest, read };
}

/** `read`: the names of the uploads that were read again. */
type Made = FoundBackup & { folder: string; read: BackupUploads['read'] };

async function makeFirst(order: BackupOrder, environment: NodeJS.ProcessEnv): Promise<Made> {
  const folder = backupsOf(order.dataDir);
  const target = await beginBackup(folder, order.at);
  try {
    const { manifest, read } = await fill(order, target, environment);
    await finishBackup(folder, target, manifest);
    const { name } = target;
    return { folder, name, path: join(folder, name), manifest, read };
  } catch (error) {
    // Frees the space immediately, because the disk may be full.
    await rm(target.path, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}

async function copyToSecondIfSet(
  backup: Made,
  { second, timeZone }: Pick<BackupOrder, 'second' | 'timeZone'>,
): Promise<{ second: SecondOutcome | null; damaged: DamagedUpload[] }> {
  if (!second) return { second: null, damaged: [] };
  try {
    return { second: { error: null }, damaged: await copyToSecond(backup, second, timeZone) };
  } catch (error) {
    return { second: { error: toBackupError(error) }, damaged: [] };
  }
}

/** Joins the two lists. An upload that is damaged in both folders is listed once. */
const withoutRepeats = (
  first: readonly DamagedUpload[],
  second: readonly DamagedUpload[],
): DamagedUpload[] => [...first, ...second.filter(({ name }) => !first.some((one) => one.name === name))];

async function isMadeSince(folder: string, since: string | undefined, at: string): Promise<boolean> {
  if (since === undefined) return false;
  const dated = (await listBackups(folder)).map(({ manifest }) => manifest);
  return (newestOf(dated, new Date(at))?.madeAt ?? '') >= since;
}

/**
 * Makes a backup. Never throws: errors are part of the outcome. `onMade` is called when the backup is complete,
 * before the slow copy to the second folder. `environment` is the environment for the programs of PostgreSQL.
 */
export async function makeBackup(
  order: BackupOrder,
  environment: NodeJS.ProcessEnv,
  onMade: (outcome: BackupOutcome) => void = () => {},
): Promise<BackupOutcome> {
  const folder = backupsOf(order.dataDir);
  try {
    makeFolder(folder);
    const lock = holdLock(folder, 'Another backup is being made. Wait until it is finished.');
    try {
      if (await isMadeSince(folder, order.unlessSince, order.at)) return { kind: 'notDue' };
      const made = await makeFirst(order, environment);
      const { damaged } = made.manifest.uploads;
      const outcome = { kind: 'made', name: made.name, madeAt: order.at, damaged } as const;
      onMade({ ...outcome, second: null });
      // If old backups cannot be removed now, the next backup removes them. The new backup is valid in any case.
      await removeOutdatedBackups(folder, { timeZone: order.timeZone, latest: outcome.name }).catch(() => {});
      const secondCopy = await copyToSecondIfSet(made, order);
      return { ...outcome, damaged: withoutRepeats(damaged, secondCopy.damaged), second: secondCopy.second };
    } finally {
      lock.close();
    }
  } catch (error) {
    return { kind: 'failed', error: toBackupError(error) };
  }
}
