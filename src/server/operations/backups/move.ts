/** Moves an installation from the SQLite file to PostgreSQL: the rows, the files, and the right to send. */
import { existsSync } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadedName } from '#shared/messages/media.ts';
import { moveWords } from '#shared/words/command-line.ts';
import type { Config } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { detectCopy } from '../../outbox/changes/copies.ts';
import { listCopied } from '../../outbox/changes/copies-queries.ts';
import { copyHashed, hashFile, syncPath } from '../../platform/db/hash-file.ts';
import { makeFolder } from '../../platform/db/make-folder.ts';
import {
  changeOver,
  expectOurVersion,
  finishEarlierMove,
  type MoveProgress,
  type Moving,
  moveAlone,
  moveRows,
} from '../../platform/db/move-store.ts';
import { holdLock, openSqlite } from '../../platform/db/open-sqlite.ts';
import { needDatabase, StartFailure } from '../../platform/db/start-failure.ts';
import { listStoredFiles } from '../../platform/files/files-queries.ts';
import { listBackups, readUploads } from './folder.ts';
import { backupsOf } from './make-backup.ts';

export type MoveOrder = Pick<Config, 'dataDir' | 'uploadsDir'> & {
  databaseUrl: string;
  /** The folder to which uploads are copied. Undefined: uploads stay where they are. */
  uploadsTo: string | undefined;
  isWithoutNul: boolean;
};

/** The result for the uploads. `missing` and `changed` were already missing or changed before the move. */
type Files = { count: number; missing: string[]; changed: string[] };
type Maker = Pick<Deps, 'runtime' | 'log'>;

/** The hashes of uploads in the newest backup. Hashes are stored nowhere else. */
async function readBackupHashes(dataDir: string): Promise<Map<string, string>> {
  const [newest] = await listBackups(backupsOf(dataDir));
  return newest ? readUploads(newest.path) : new Map();
}

const sizeOf = async (path: string): Promise<number | undefined> =>
  (await stat(path).catch(() => undefined))?.size;

/**
 * Copies the file under a temporary name and renames it. If the target exists with the same hash, nothing is copied.
 */
async function copyFileOnce(from: string, to: string, hash: string): Promise<void> {
  if (existsSync(to) && (await hashFile(to)) === hash) return;
  const unfinished = `${to}.part`;
  await copyHashed(from, unfinished);
  if ((await hashFile(unfinished)) !== hash) throw new StartFailure(moveWords.fileNotBrought(to));
  await rename(unfinished, to);
}

/** Reads each file completely. Compares its size and, if known, its hash. */
async function moveFiles(moving: Moving, { dataDir, uploadsDir, uploadsTo }: MoveOrder): Promise<Files> {
  const noted = await listStoredFiles(moving.from.db);
  const found = await readdir(uploadsDir).catch((): string[] => []);
  const names = new Set([...found.filter((name) => uploadedName.test(name)), ...noted.keys()]);
  const backupHashes = await readBackupHashes(dataDir);
  const files: Files = { count: 0, missing: [], changed: [] };
  if (uploadsTo !== undefined) makeFolder(uploadsTo);
  for (const name of [...names].sort()) {
    const path = join(uploadsDir, name);
    const size = await sizeOf(path);
    if (size === undefined) {
      files.missing.push(name);
      continue;
    }
    const hash = await hashFile(path);
    if (size !== (noted.get(name) ?? size) || hash !== (backupHashes.get(name) ?? hash))
      files.changed.push(name);
    if (uploadsTo !== undefined) await copyFileOnce(path, join(uploadsTo, name), hash);
    files.count += 1;
  }
  if (uploadsTo !== undefined) await syncPath(uploadsTo);
  return files;
}

function reportFiles(
  say: MoveProgress['say'],
  { count, missing, changed }: Files,
  { uploadsDir, uploadsTo }: MoveOrder,
) {
  say(moveWords.files);
  say(
    uploadsTo === undefined
      ? moveWords.filesThere(count, uploadsDir)
      : moveWords.filesBrought(count, uploadsTo),
  );
  for (const name of missing) say(moveWords.fileMissing(name));
  for (const name of changed) say(moveWords.fileChanged(name));
}

async function moveAll(moving: Moving, order: MoveOrder, { runtime, log }: Maker): Promise<void> {
  const { from, to, progress } = moving;
  if (await finishEarlierMove(moving)) return;
  await expectOurVersion(from);
  progress.say(moveWords.begins(from.place, to.place));
  // Detects a copy, as every start does. A copy that was never started must not be mistaken for the installation that
  // sends.
  await detectCopy(from, { now: runtime.now, log });
  if ((await listCopied(from.db)).length > 0) progress.say(moveWords.heldCopy);
  await moveRows(moving);
  reportFiles(progress.say, await moveFiles(moving, order), order);
  await changeOver(moving, { id: runtime.randomUUID(), at: runtime.now().toISOString() });
}

/**
 * Throws with a sentence that says why the move failed. The data is then unchanged, and the next run continues with
 * the rows that were already copied.
 */
export async function move(
  order: MoveOrder,
  { progress, ...maker }: Maker & { progress: MoveProgress },
): Promise<string> {
  const file = join(order.dataDir, 'qasid.db');
  needDatabase(file, new StartFailure(moveWords.noData(file)));
  holdLock(file, moveWords.running(file)).close();
  const from = openSqlite(file);
  try {
    // Loaded only if needed, because the PostgreSQL driver takes a megabyte of memory.
    const { openPostgres } = await import('../../platform/db/open-postgres.ts');
    const to = await openPostgres(order.databaseUrl, {
      role: 'move',
      patience: { longest: 5000, say: progress.say },
    });
    const moving = { from, to, isWithoutNul: order.isWithoutNul, progress };
    try {
      await moveAlone(to, () => moveAll(moving, order, maker));
      return to.place;
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
