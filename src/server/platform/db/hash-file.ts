/** Functions for the files of backups: copying and hashing in one pass, and flushing to the disk. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Returns the SHA-256 as hexadecimal digits. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

/** A stream that passes all data through and adds it to the hash. */
function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** Copies a file and flushes it to the disk. Returns the SHA-256 of the copied data. */
export async function copyHashed(from: string, to: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(
    createReadStream(from, { highWaterMark: 1024 * 1024 }),
    hashing(hash),
    createWriteStream(to, { flush: true, mode: 0o600 }),
  );
  return hash.digest('hex');
}

/** The error codes of systems that cannot flush a folder. */
const notForFolders = ['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF', 'EACCES'];

/**
 * Flushes a file, or the file names in a folder, to the disk. Windows can flush only files opened for writing, and no
 * folders. Throws if a file cannot be flushed, because a power cut could then destroy it.
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
