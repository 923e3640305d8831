/** Replaces the store's file with another one. The old file is kept, and at every moment one of the two is complete. */

import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSqlite, markFile } from './copy-sqlite.ts';
import { CopyFailure } from './copy-store.ts';
import { copyHashed, syncPath } from './hash-file.ts';

/** SQLite's log and its shared memory. Read together with another file, they would damage it. */
const beside = ['-wal', '-shm'];
/** The suffix of the new file until it replaces the old one. */
const stagedEnd = '.restoring';

/** Moves the log into the file and deletes the log; false when the file is damaged. */
function settleLog(file: string): boolean {
  if (!isSqlite(file)) return false;
  try {
    const database = new DatabaseSync(file, { timeout: 5000 });
    try {
      database.exec('pragma wal_checkpoint(truncate); pragma journal_mode = delete');
    } finally {
      database.close();
    }
    return beside.every((end) => !existsSync(`${file}${end}`));
  } catch {
    return false;
  }
}

/** Makes a hard link where the file system can, else a copy. */
async function keepAs(file: string, target: string): Promise<void> {
  await link(file, target).catch(async () => {
    await copyFile(file, target);
    await syncPath(target);
  });
}

/** Keeps the present file in `aside`, together with its log when the log cannot be merged. */
async function keepAside(file: string, aside: string): Promise<void> {
  await mkdir(aside, { mode: 0o700 });
  const isSettled = settleLog(file);
  const ends = ['', ...(isSettled ? [] : beside)].filter((end) => existsSync(`${file}${end}`));
  for (const end of ends) await keepAs(`${file}${end}`, join(aside, `${basename(file)}${end}`));
  await syncPath(aside);
  await syncPath(dirname(aside));
  // The log of a damaged file is deleted only now, when both are kept.
  for (const end of beside) await rm(`${file}${end}`, { force: true });
}

export type PutBack = {
  /** The file of the store. */
  file: string;
  /** The file that replaces it, and its SHA-256. */
  from: string;
  sha256: string;
  /** A folder for the old file, on the same disk, which does not exist yet. */
  aside: string;
  /** Statements that run in the new file before it replaces the old one, as far as they fit its schema. */
  marks: readonly string[];
};

/**
 * The caller holds the lock of the store. Returns whether an old file was kept. Throws a `CopyFailure` when the new
 * file is not the expected one. Even if it is killed, the store is either the old file or the new one, complete.
 */
export async function putBackSqlite({ file, from, sha256, aside, marks }: PutBack): Promise<boolean> {
  const staged = `${file}${stagedEnd}`;
  await rm(staged, { force: true });
  const copied = await copyHashed(from, staged);
  if (copied !== sha256) {
    await rm(staged, { force: true });
    throw new CopyFailure('notWhole', basename(from));
  }
  markFile(staged, marks);
  const isThere = existsSync(file);
  if (isThere) await keepAside(file, aside);
  else for (const end of beside) await rm(`${file}${end}`, { force: true });
  await rename(staged, file);
  await syncPath(dirname(file));
  return isThere;
}
