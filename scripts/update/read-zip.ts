/** The files of a .zip. Each is proven by its check sum when it is read. */
import { listEntries, type Room, unpack, type ZipEntry } from '#shared/sheets/files/unzip.ts';
import { NewcomerFailure, type PackedFile } from './model.ts';

const mostFiles = 100_000;

async function readEntry(entry: ZipEntry, room: Room): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of unpack(entry, room)) pieces.push(piece);
  } catch {
    throw new NewcomerFailure('torn', entry.name);
  }
  return Buffer.concat(pieces);
}

/** `most`: bytes that everything may unpack to. */
export function readZip(bytes: Uint8Array<ArrayBuffer>, most: number): PackedFile[] {
  const room = { left: most };
  try {
    return listEntries(bytes, mostFiles)
      .filter(({ name }) => !name.endsWith('/'))
      .map((entry) => ({ path: entry.name, read: () => readEntry(entry, room) }));
  } catch {
    throw new NewcomerFailure('torn', '');
  }
}
