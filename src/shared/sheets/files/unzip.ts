/**
 * Unpacks the parts of a zip and counts the bytes. The sizes in the archive may be wrong in either direction, and a
 * file of a few kilobytes can unpack to gigabytes.
 */

import { SheetFailure } from '../sheet-failure.ts';
import { largestPart, ratioCountsFrom, steepestRatio } from '../sheet-limits.ts';
import { fileFailures } from '../sheet-words.ts';

export type ZipEntry = {
  name: string;
  method: number;
  crc: number;
  size: number;
  packed: Uint8Array<ArrayBuffer>;
};

const endSignature = 0x06054b50;
const end64Signature = 0x06064b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const sentinel = 0xffffffff;
const longestComment = 65_535 + 22;
const mostEntries = 10_000;
const stored = 0;
const deflated = 8;
/**
 * Input is fed in slices. One slice unpacks to at most a thousand times its size, so little memory is used before it is
 * counted.
 */
const slice = 16 * 1024;

const damaged = () => new SheetFailure(fileFailures.damaged);
const tooMuch = () => new SheetFailure(fileFailures.tooMuchInside);

const long = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

/** The offset of the central directory, and its number of entries. */
function findDirectory(view: DataView): { at: number; count: number } {
  const first = Math.max(0, view.byteLength - longestComment);
  for (let at = view.byteLength - 22; at >= first; at -= 1) {
    if (view.getUint32(at, true) !== endSignature) continue;
    const end = { at: view.getUint32(at + 16, true), count: view.getUint16(at + 10, true) };
    if (end.at !== sentinel && end.count !== 0xffff) return end;
    const end64 = long(view, at - 20 + 8);
    if (view.getUint32(end64, true) !== end64Signature) throw damaged();
    return { at: long(view, end64 + 48), count: long(view, end64 + 32) };
  }
  throw damaged();
}

/** The 64-bit values of an entry's extra field, in the order of the fields that do not fit 32 bits. */
function findLongValues(view: DataView, from: number, to: number): number[] {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    const count = Math.floor(view.getUint16(at + 2, true) / 8);
    return Array.from({ length: count }, (_, index) => long(view, at + 4 + index * 8));
  }
  return [];
}

function readEntry(view: DataView, at: number): { entry: ZipEntry; next: number } {
  if (view.getUint32(at, true) !== entrySignature) throw damaged();
  const nameLength = view.getUint16(at + 28, true);
  const extraAt = at + 46 + nameLength;
  const extraEnd = extraAt + view.getUint16(at + 30, true);
  const longValues = findLongValues(view, extraAt, extraEnd);
  const size = (offset: number): number => {
    const short = view.getUint32(at + offset, true);
    return short === sentinel ? (longValues.shift() ?? short) : short;
  };
  const unpackedSize = size(24);
  const packedSize = size(20);
  const localAt = size(42);
  if (view.getUint32(localAt, true) !== localSignature) throw damaged();
  const dataAt = localAt + 30 + view.getUint16(localAt + 26, true) + view.getUint16(localAt + 28, true);
  if (dataAt + packedSize > view.byteLength) throw damaged();
  const bytes = (from: number, length: number) =>
    new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset + from, length);
  const entry = {
    name: new TextDecoder()
      .decode(bytes(at + 46, nameLength))
      .replaceAll('\\', '/')
      .replace(/^\//, ''),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    size: unpackedSize,
    packed: bytes(dataAt, packedSize),
  };
  return { entry, next: extraEnd + view.getUint16(at + 32, true) };
}

/** The entries of the archive. Throws `SheetFailure` if the directory is incomplete or invalid. */
export function listZipEntries(bytes: Uint8Array<ArrayBuffer>, most = mostEntries): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const { at, count } = findDirectory(view);
    if (count > most) throw tooMuch();
    const entries: ZipEntry[] = [];
    let place = at;
    for (let index = 0; index < count; index += 1) {
      const { entry, next } = readEntry(view, place);
      entries.push(entry);
      place = next;
    }
    return entries;
  } catch (failure) {
    // A damaged or forged directory leads to reads outside the file.
    throw failure instanceof SheetFailure ? failure : damaged();
  }
}

const gzipHeader = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/** The header of a stored block of `length` uncompressed bytes; a length of 0 marks the last block. */
function blockHeader(length: number): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(5));
  header.setUint8(0, length === 0 ? 1 : 0);
  header.setUint16(1, length, true);
  header.setUint16(3, ~length, true);
  return new Uint8Array(header.buffer);
}

/**
 * The part as a gzip file: the same packed bytes between a header and the checksum. The browser's decompression then
 * verifies the checksum, at a tenth of the cost of a check in JavaScript.
 */
function toGzip({ packed, method, crc, size }: ZipEntry): ReadableStream<Uint8Array<ArrayBuffer>> {
  const trailer = new DataView(new ArrayBuffer(8));
  trailer.setUint32(0, crc, true);
  trailer.setUint32(4, size % 2 ** 32, true);
  let at = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(gzipHeader)),
    pull(controller) {
      const piece = packed.subarray(at, at + slice);
      at += slice;
      if (method === stored) controller.enqueue(blockHeader(piece.length));
      if (piece.length > 0) return controller.enqueue(piece);
      controller.enqueue(new Uint8Array(trailer.buffer));
      controller.close();
    },
  });
}

/** The number of bytes that may still be unpacked from a file. */
export type Room = { left: number };

/** The unpacked bytes of a part. Throws `SheetFailure` as soon as a limit is exceeded. */
export async function* unpack(entry: ZipEntry, room: Room): AsyncGenerator<Uint8Array> {
  if (entry.method !== stored && entry.method !== deflated) throw damaged();
  const reader = toGzip(entry).pipeThrough(new DecompressionStream('gzip')).getReader();
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw damaged();
      });
      if (done) return;
      length += value.length;
      room.left -= value.length;
      const isSteep = length > ratioCountsFrom && length > entry.packed.length * steepestRatio;
      if (length > largestPart || room.left < 0 || isSteep) throw tooMuch();
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
