/** Copies each backup to a second folder: on another disk, on a memory stick, or in a synchronised folder. */
import { readFile, realpath, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import type { DamagedUpload } from '#shared/backups.ts';
import type { FolderLook, SecondFolder } from '../../deps.ts';
import { copyHashed } from '../../platform/db/hash-file.ts';
import { BackupFailure } from './backup-error.ts';
import {
  type BackupUploads,
  beginBackup,
  copyUploads,
  finishBackup,
  removeOutdatedBackups,
} from './folder.ts';
import type { FoundBackup } from './model.ts';

/**
 * This file shows that the right disk or stick is connected. If the stick is removed, an empty folder with the same
 * path may exist on the computer's own disk.
 */
const markName = 'qasid-backups.json';
const markShape = z.object({ id: z.string() });

async function readMark(path: string): Promise<string | undefined> {
  try {
    return markShape.parse(JSON.parse(await readFile(join(path, markName), 'utf8'))).id;
  } catch {
    return undefined;
  }
}

const isInside = (path: string, folder: string): boolean => {
  const way = relative(resolve(folder), resolve(path));
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
};

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** Tests writing: writes a file, reads it and deletes it. */
async function tryToWrite(path: string): Promise<void> {
  const trial = join(path, 'qasid-trial.part');
  await writeFile(trial, 'Qasid', { flush: true });
  const read = await readFile(trial, 'utf8');
  await rm(trial);
  if (read !== 'Qasid') throw new BackupFailure('notWritable', path);
}

/**
 * Tests whether backups can be copied to this folder, and marks it as the second folder of this installation. Throws
 * a `BackupFailure`.
 */
export async function takeFolder({ path, id }: SecondFolder, dataDir: string): Promise<FolderLook> {
  if (!isAbsolute(path)) throw new BackupFailure('folderShape', path);
  if (isInside(path, dataDir)) throw new BackupFailure('folderInside', path);
  if (!(await isFolder(path))) throw new BackupFailure('folderGone', path);
  // Detects the data folder under another path, for example through a link.
  if (isInside(await realpath(path), await realpath(dataDir))) throw new BackupFailure('folderInside', path);
  const mark = await readMark(path);
  if (mark !== undefined && mark !== id) throw new BackupFailure('folderForeign', path);
  await tryToWrite(path);
  if (mark === undefined)
    await writeFile(join(path, markName), `${JSON.stringify({ id })}\n`, { flush: true });
  const [here, there, disk] = await Promise.all([stat(dataDir), stat(path), statfs(path)]);
  return { isSameDisk: here.dev === there.dev, free: disk.bavail * disk.bsize };
}

async function expectOurs({ path, id }: SecondFolder): Promise<void> {
  if (!(await isFolder(path))) throw new BackupFailure('folderGone', path);
  const mark = await readMark(path);
  if (mark === undefined) throw new BackupFailure('folderOther', path);
  if (mark !== id) throw new BackupFailure('folderForeign', path);
}

/**
 * Copies a backup to the second folder and removes outdated backups there. Returns the uploads without a good copy.
 * Throws a `BackupFailure` or the error of the disk.
 */
export async function copyToSecond(
  backup: FoundBackup & { folder: string; read: BackupUploads['read'] },
  second: SecondFolder,
  timeZone: string,
): Promise<DamagedUpload[]> {
  await expectOurs(second);
  const { manifest } = backup;
  const target = await beginBackup(second.path, manifest.madeAt);
  let damaged: DamagedUpload[];
  try {
    const { file, sha256 } = manifest.database;
    const copied = await copyHashed(join(backup.path, file), join(target.path, file));
    if (copied !== sha256) throw new BackupFailure('notWhole', file);
    damaged = await copyUploads(backup, { folder: second.path, path: target.path }, backup.read);
    await finishBackup(second.path, target, manifest);
  } catch (error) {
    await rm(target.path, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
  await removeOutdatedBackups(second.path, { timeZone, latest: target.name });
  return damaged;
}
