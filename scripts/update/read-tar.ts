/**
 * Reads the files of a .tar.gz: 512-byte blocks in POSIX pax format (pubs.opengroup.org/onlinepubs/9799919799, pax),
 * with GNU long names. A link is refused, because it may point anywhere.
 */
import { gunzipSync } from 'node:zlib';
import { NewVersionFailure, type PackedFile } from './model.ts';

const block = 512;

const textAt = (bytes: Buffer, at: number, length: number): string => {
  const piece = bytes.subarray(at, at + length);
  const end = piece.indexOf(0);
  return piece.subarray(0, end === -1 ? length : end).toString('utf8');
};
const numberAt = (bytes: Buffer, at: number, length: number): number =>
  Number.parseInt(textAt(bytes, at, length).trim() || '0', 8);

const torn = (detail = ''): NewVersionFailure => new NewVersionFailure('torn', detail);

type Header = { name: string; size: number; type: string };

/** Returns undefined for the empty block at the end of the archive. */
function readHeader(bytes: Buffer, at: number): Header | undefined {
  const head = bytes.subarray(at, at + block);
  if (head.every((byte) => byte === 0)) return undefined;
  // The checksum counts the bytes of its own field as spaces.
  const sum = head.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
  if (sum !== numberAt(head, 148, 8)) throw torn();
  const prefix = textAt(head, 257, 6).startsWith('ustar') ? textAt(head, 345, 155) : '';
  const name = textAt(head, 0, 100);
  const size = numberAt(head, 124, 12);
  if (!Number.isSafeInteger(size) || size < 0 || at + block + size > bytes.length) throw torn(name);
  return { name: prefix ? `${prefix}/${name}` : name, size, type: textAt(head, 156, 1) || '0' };
}

/** Finds the record `<length> path=<name>\n` among the pax records. */
function pathOf(records: string): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(records)?.[1];
}

function listFiles(bytes: Buffer): PackedFile[] {
  const files: PackedFile[] = [];
  let longName: string | undefined;
  for (let at = 0; ; ) {
    if (at + block > bytes.length) throw torn();
    const header = readHeader(bytes, at);
    if (!header) return files;
    const { size, type } = header;
    const content = bytes.subarray(at + block, at + block + size);
    at += block + Math.ceil(size / block) * block;
    if (type === 'L') longName = textAt(content, 0, size);
    else if (type === 'x') longName = pathOf(content.toString('utf8')) ?? longName;
    else if (type !== 'g') {
      const path = longName ?? header.name;
      longName = undefined;
      if (type === '1' || type === '2') throw new NewVersionFailure('unsafe', path);
      if (type === '0' || type === '7') files.push({ path, read: async () => Buffer.from(content) });
    }
  }
}

/** `most` is the limit of unpacked bytes. */
export function readTar(packed: Buffer, most: number): PackedFile[] {
  let bytes: Buffer;
  try {
    bytes = gunzipSync(packed, { maxOutputLength: most });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw isLarge ? new NewVersionFailure('tooLarge', '') : torn();
  }
  return listFiles(bytes);
}
