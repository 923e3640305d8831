/** What earlier versions, which left it to the system, may have made for others to read is closed to them. */
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

const ofOwner = 0o077;
/** A folder that everybody may write to, such as /tmp, is not ours alone. */
const sticky = 0o1000;

/** Whether others could get at it until now. Nothing where it is not there, or the disk knows no owners. */
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

/** New files are made so by the umask. A folder that was open is gone through once, with what is right in it. */
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
