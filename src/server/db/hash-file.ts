/** Files as a backup needs them: hashed while they are copied, and on the disk before anybody is told that they are there. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** SHA-256 as hexadecimal digits. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

/** Lets everything through, and tells the hash of it. */
export function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** Copies a file, and waits until it is on the disk; answers the SHA-256 of what was copied. */
export async function copyHashed(from: string, to: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(
    createReadStream(from, { highWaterMark: 1024 * 1024 }),
    hashing(hash),
    createWriteStream(to, { flush: true, mode: 0o600 }),
  );
  return hash.digest('hex');
}

/** What a system answers that knows no such wait for folders. */
const notForFolders = ['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF', 'EACCES'];

/**
 * Waits until a file, or the names in a folder, are on the disk. Windows flushes only what is open to be written, and no
 * folders. Fails where a file cannot be flushed: it may not be there after the power goes.
 */
export async function syncPath(path: string): Promise<void> {
  const isFolder = (await stat(path)).isDirectory();
  const sync = async (): Promise<void> => {
    const handle = await open(path, isFolder ? 'r' : 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
  await sync().catch((error: NodeJS.ErrnoException) => {
    if (!isFolder || !notForFolders.includes(error.code ?? '')) throw error;
  });
}
