/** Puts a file in the place of a store's: the one that was there is kept, and at every moment one of the two is whole. */

import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSqlite, markFile } from './copy-sqlite.ts';
import { CopyFailure } from './copy-store.ts';
import { copyHashed, syncPath } from './hash-file.ts';

/** SQLite's log beside a file, and what is shared of it: read with another file, they would damage that one. */
const beside = ['-wal', '-shm'];
/** The new file until it takes the place of the old one. */
const stagedEnd = '.restoring';

/** Brings what stands in the log into the file, and takes the log away; false where the file is damaged. */
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

/** The same file by a second name where the disk knows that, else a copy of it. */
async function keepAs(file: string, target: string): Promise<void> {
  await link(file, target).catch(async () => {
    await copyFile(file, target);
    await syncPath(target);
  });
}

/** What was there is kept in `aside`: its file alone, or as it stands with its log where that cannot be read. */
async function keepAside(file: string, aside: string): Promise<void> {
  await mkdir(aside, { mode: 0o700 });
  const isSettled = settleLog(file);
  const ends = ['', ...(isSettled ? [] : beside)].filter((end) => existsSync(`${file}${end}`));
  for (const end of ends) await keepAs(`${file}${end}`, join(aside, `${basename(file)}${end}`));
  await syncPath(aside);
  await syncPath(dirname(aside));
  // Of a file that is damaged the log goes only now that both are kept.
  for (const end of beside) await rm(`${file}${end}`, { force: true });
}

export type PutBack = {
  /** The store's file. */
  file: string;
  /** The one that takes its place, and its SHA-256. */
  from: string;
  sha256: string;
  /** A folder that is not there yet, on the same disk, for what was there. */
  aside: string;
  /** Statements carried out in it before it takes its place, as far as its schema takes them. */
  marks: readonly string[];
};

/**
 * The caller holds the lock of the store. Answers whether something was kept aside. Fails with a `CopyFailure` where the
 * new file is not what it was; then, and wherever it is killed, the store is one of the two, whole.
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
