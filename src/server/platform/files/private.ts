/** Removes access for other users from files that earlier versions created with the system's default permissions. */
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';

const ofOwner = 0o077;
/** A folder that everybody may write to, such as /tmp, does not belong to us alone. */
const sticky = 0o1000;

/**
 * Removes access for others; returns whether they had any. Does nothing when the path is missing or the disk has no
 * owners.
 */
async function close(path: string, mode: number): Promise<boolean> {
  try {
    const found = await stat(path);
    if ((found.mode & ofOwner) === 0 || (found.mode & sticky) !== 0) return false;
    await chmod(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** The umask already protects new files. If a folder was open, its files are fixed once too. */
export async function makePrivate({ dataDir, uploadsDir }: Config): Promise<void> {
  await close(dataDir, 0o700);
  for (const name of [
    'qasid.db',
    'qasid.db-wal',
    'qasid.db-shm',
    'qasid.db.lock',
    'secret.key',
    'settings.json',
  ])
    await close(join(dataDir, name), 0o600);
  await close(join(dataDir, 'backups'), 0o700);
  if (!(await close(uploadsDir, 0o700))) return;
  for (const name of await readdir(uploadsDir)) await close(join(uploadsDir, name), 0o600);
}
