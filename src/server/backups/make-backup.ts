/** Makes one backup: the data in one pass, the uploads, and then it is given its name; old ones go after that. */
import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupOutcome, SecondOutcome } from '#shared/backups.ts';
import { version } from '../config.ts';
import { copySqlite } from '../db/copy-sqlite.ts';
import { type Copied, type CopyWish, expectedRows } from '../db/copy-store.ts';
import { hashFile, syncPath } from '../db/hash-file.ts';
import { makeFolder } from '../db/make-folder.ts';
import { holdLock } from '../db/open-sqlite.ts';
import { placeElsewhere } from '../db/whereabouts.ts';
import type { BackupOrder } from '../deps.ts';
import { markCopy } from '../numbers/senders/queries.ts';
import {
  beginBackup,
  finishBackup,
  keepUploads,
  listBackups,
  readUploads,
  thinBackups,
  type Unfinished,
} from './folder.ts';
import type { FoundBackup, Manifest } from './model.ts';
import { newestOf } from './rules.ts';
import { copyToSecond } from './second-folder.ts';
import { BackupFailure, troubleOf } from './trouble.ts';

/**
 * Sessions, keys, and what is sent to somebody to get in once: whoever has a backup is not to have anybody's way in, and
 * what was revoked since does not come back with it.
 */
const withoutRows = ['session', 'verification', 'access_link', 'api_key'];

export const backupsOf = (dataDir: string): string => join(dataDir, 'backups');

/** Whoever puts it back is asked what became of what waits in it: it may have been sent since. */
const wishAt = (at: string): CopyWish => ({
  without: withoutRows,
  marks: [markCopy('backup', at), placeElsewhere],
  told: 'trail_head',
});

/** PostgreSQL tells whole numbers as texts. */
const headsOf = ({ told }: Copied): Manifest['trail'] =>
  told.map(({ schoolID, count, hash }) => ({
    schoolID: Number(schoolID),
    count: Number(count),
    hash: String(hash),
  }));

type Copying = { copied: Copied; file: string };

async function copyData(order: BackupOrder, path: string, environment: NodeJS.ProcessEnv): Promise<Copying> {
  const { databaseUrl, dataDir, at } = order;
  if (!databaseUrl) {
    const source = join(dataDir, 'qasid.db');
    if (!existsSync(source)) throw new BackupFailure('noData', source);
    const file = 'qasid.db';
    return { copied: await copySqlite(source, join(path, file), wishAt(at)), file };
  }
  // Its driver is a megabyte that nobody needs beside a file.
  const { dumpPostgres } = await import('../db/dump-postgres.ts');
  const file = 'qasid.sql.gz';
  const dumping = { url: databaseUrl, environment, target: join(path, file) };
  return { copied: await dumpPostgres(dumping, wishAt(at)), file };
}

async function fill(
  order: BackupOrder,
  target: Unfinished,
  environment: NodeJS.ProcessEnv,
): Promise<Manifest> {
  const folder = backupsOf(order.dataDir);
  const { copied, file } = await copyData(order, target.path, environment);
  const path = join(target.path, file);
  await syncPath(path);
  const [newest] = await listBackups(folder);
  const known = newest ? await readUploads(newest.path) : new Map<string, string>();
  const uploads = await keepUploads(folder, target, { from: order.uploadsDir, known });
  return {
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
}

type Made = FoundBackup & { folder: string };

async function makeFirst(order: BackupOrder, environment: NodeJS.ProcessEnv): Promise<Made> {
  const folder = backupsOf(order.dataDir);
  const target = await beginBackup(folder, order.at);
  try {
    const manifest = await fill(order, target, environment);
    await finishBackup(folder, target, manifest);
    const { name } = target;
    return { folder, name, path: join(folder, name), manifest };
  } catch (error) {
    // A full disk has its room back at once.
    await rm(target.path, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}

async function bringToSecond(
  backup: Made,
  { second, timeZone }: Pick<BackupOrder, 'second' | 'timeZone'>,
): Promise<SecondOutcome | null> {
  if (!second) return null;
  try {
    await copyToSecond(backup, second, timeZone);
    return { trouble: null };
  } catch (error) {
    return { trouble: troubleOf(error) };
  }
}

async function isMadeSince(folder: string, since: string | undefined, at: string): Promise<boolean> {
  if (since === undefined) return false;
  const dated = (await listBackups(folder)).map(({ manifest }) => manifest);
  return (newestOf(dated, new Date(at))?.madeAt ?? '') >= since;
}

/**
 * Never fails: what went wrong is told. `told` hears of the backup as soon as it is whole, before it is brought to the
 * second folder, which may take long. `environment`: of this process, for PostgreSQL's programs.
 */
export async function makeBackup(
  order: BackupOrder,
  environment: NodeJS.ProcessEnv,
  told: (outcome: BackupOutcome) => void = () => {},
): Promise<BackupOutcome> {
  const folder = backupsOf(order.dataDir);
  try {
    makeFolder(folder);
    const lock = holdLock(folder, 'Another backup is being made. Wait until it is done.');
    try {
      if (await isMadeSince(folder, order.unlessSince, order.at)) return { kind: 'notDue' };
      const made = await makeFirst(order, environment);
      const outcome = { kind: 'made', name: made.name, madeAt: order.at } as const;
      told({ ...outcome, second: null });
      // What could not be thinned out today is tomorrow; this one is made all the same.
      await thinBackups(folder, { timeZone: order.timeZone, latest: outcome.name }).catch(() => {});
      return { ...outcome, second: await bringToSecond(made, order) };
    } finally {
      lock.close();
    }
  } catch (error) {
    return { kind: 'failed', trouble: troubleOf(error) };
  }
}
