/**
 * Removes access by other users from files that earlier versions created with the default permissions of the system.
 */
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';

const ofOwner = 0o077;
/** A folder to which everybody may write, such as /tmp, does not belong only to us, so it is left unchanged. */
const sticky = 0o1000;

/**
 * Removes access by other users. Returns whether they had access. Does nothing if the path is missing or if the disk
 * does not support owners.
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

/**
 * New files are protected by the umask. If the folder was accessible to others, its existing files are protected once
 * too.
 */
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
