/** Reads the files of a .zip. The checksum of a file is verified when the file is read. */
import { crc32, inflateRawSync } from 'node:zlib';
import { listZipEntries, type ZipEntry } from '#shared/sheets/files/unzip.ts';
import { NewVersionFailure, type PackedFile } from './model.ts';

const mostFiles = 100_000;
const stored = 0;
const deflated = 8;

/** `left` is the number of bytes that may still be unpacked. */
type Room = { left: number };

function inflate({ packed, method, size, name }: ZipEntry, { left }: Room): Buffer {
  if (size > left) throw new NewVersionFailure('tooLarge', name);
  if (method === stored) return Buffer.from(packed);
  if (method !== deflated) throw new NewVersionFailure('torn', name);
  try {
    // Refuses an archive that contains more than it declares.
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw new NewVersionFailure('torn', name);
  }
}

function readEntry(entry: ZipEntry, room: Room): Buffer {
  const bytes = inflate(entry, room);
  if (bytes.length !== entry.size || crc32(bytes) !== entry.crc)
    throw new NewVersionFailure('torn', entry.name);
  room.left -= bytes.length;
  return bytes;
}

/** `most` is the limit of unpacked bytes. */
export function readZip(bytes: Uint8Array<ArrayBuffer>, most: number): PackedFile[] {
  const room = { left: most };
  try {
    return listZipEntries(bytes, mostFiles)
      .filter(({ name }) => !name.endsWith('/'))
      .map((entry) => ({ path: entry.name, read: async () => readEntry(entry, room) }));
  } catch {
    throw new NewVersionFailure('torn', '');
  }
}
