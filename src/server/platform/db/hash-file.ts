/** File helpers for backups: copy and hash in one pass, and flush to disk. */
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

/** A stream that passes everything through and hashes it. */
export function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** Copies a file and flushes it to disk. Returns the SHA-256 of what was copied. */
export async function copyHashed(from: string, to: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(
    createReadStream(from, { highWaterMark: 1024 * 1024 }),
    hashing(hash),
    createWriteStream(to, { flush: true, mode: 0o600 }),
  );
  return hash.digest('hex');
}

/** Error codes of systems that cannot flush a folder. */
const notForFolders = ['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF', 'EACCES'];

/**
 * Flushes a file, or the names in a folder, to disk. Windows flushes only files opened for writing, and no folders.
 * Throws when a file cannot be flushed, because it could be lost in a power cut.
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
