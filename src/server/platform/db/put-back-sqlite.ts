/** Replaces the database file with another one and keeps the old file. At every moment one of the two is complete. */

import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSqlite, markFile } from './copy-sqlite.ts';
import { CopyFailure } from './copy-store.ts';
import { copyHashed, syncPath } from './hash-file.ts';

/** SQLite's log and shared memory. If SQLite read them together with another file, they would damage that file. */
const logSuffixes = ['-wal', '-shm'];
/** The suffix of the new file before it replaces the old one. */
const stagedSuffix = '.restoring';

/** Merges the log into the file and deletes the log. False if the file is damaged. */
function mergeLog(file: string): boolean {
  if (!isSqlite(file)) return false;
  try {
    const database = new DatabaseSync(file, { timeout: 5000 });
    try {
      database.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete');
    } finally {
      database.close();
    }
    return logSuffixes.every((end) => !existsSync(`${file}${end}`));
  } catch {
    return false;
  }
}

/** Makes a hard link if the file system can, otherwise a copy. */
async function linkOrCopy(file: string, target: string): Promise<void> {
  await link(file, target).catch(async () => {
    await copyFile(file, target);
    await syncPath(target);
  });
}

/** Keeps the present file in the folder `previous`. If its log cannot be merged, the log is kept too. */
async function keepPrevious(file: string, previous: string): Promise<void> {
  await mkdir(previous, { mode: 0o700 });
  const isSettled = mergeLog(file);
  const ends = ['', ...(isSettled ? [] : logSuffixes)].filter((end) => existsSync(`${file}${end}`));
  for (const end of ends) await linkOrCopy(`${file}${end}`, join(previous, `${basename(file)}${end}`));
  await syncPath(previous);
  await syncPath(dirname(previous));
  // The log of a damaged file is deleted only after file and log were kept.
  for (const end of logSuffixes) await rm(`${file}${end}`, { force: true });
}

export type PutBack = {
  /** The database file. */
  file: string;
  /** The file that will replace it, and the SHA-256 of that file. */
  from: string;
  sha256: string;
  /** A folder for the old file. It is on the same disk and does not exist yet. */
  previous: string;
  /**
   * Statements that run in the new file before it replaces the old one. Statements that do not fit its schema are
   * skipped.
   */
  marks: readonly string[];
};

/**
 * Replaces the database file. The caller holds the lock of the store. Returns whether an old file was kept. Throws a
 * `CopyFailure` if the new file has another hash. Even if the process is killed, the database is either the old file
 * or the new one, and complete.
 */
export async function restoreSqlite({ file, from, sha256, previous, marks }: PutBack): Promise<boolean> {
  const staged = `${file}${stagedSuffix}`;
  await rm(staged, { force: true });
  const copied = await copyHashed(from, staged);
  if (copied !== sha256) {
    await rm(staged, { force: true });
    throw new CopyFailure('notWhole', basename(from));
  }
  markFile(staged, marks);
  const isThere = existsSync(file);
  if (isThere) await keepPrevious(file, previous);
  else for (const end of logSuffixes) await rm(`${file}${end}`, { force: true });
  await rename(staged, file);
  await syncPath(dirname(file));
  return isThere;
}
