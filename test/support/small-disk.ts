/** A disk of a few megabytes that can be filled completely. Linux only, and only where mounting is allowed. */
import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

export type SmallDisk = {
  fill: () => Promise<void>;
  empty: () => Promise<void>;
  remove: () => Promise<void>;
};

/** `owner`: the user whose program writes there. Fails when mounting turns out not to be allowed. */
export async function mountSmallDisk(
  folder: string,
  { megabytes, owner = 0 }: { megabytes: number; owner?: number },
): Promise<SmallDisk> {
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,uid=${owner},mode=700`, 'tmpfs', folder]);
  const ballast = join(folder, 'ballast');

  /** Fills all free space, also space that became free meanwhile. */
  const fill = async () => {
    const file = await open(ballast, 'a');
    try {
      for (const size of [65_536, 4096]) {
        const block = Buffer.alloc(size);
        while (await hasRoom(() => file.write(block)));
      }
    } finally {
      await file.close();
    }
  };
  const empty = () => rm(ballast, { force: true });
  const remove = async () => {
    await run('umount', ['--lazy', folder]);
  };
  return { fill, empty, remove };
}

async function hasRoom(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
