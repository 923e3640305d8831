/** Makes a zip without compression. */
import { crc32 } from 'node:zlib';

export type Part = { name: string; bytes: Uint8Array<ArrayBuffer> };

const localLength = 30;
const entryLength = 46;
const endLength = 22;

type Placed = { name: Uint8Array; bytes: Uint8Array; at: number };

function place(parts: readonly Part[]): { placed: Placed[]; directoryAt: number; length: number } {
  const encoder = new TextEncoder();
  let at = 0;
  const placed = parts.map(({ name, bytes }) => {
    const part = { name: encoder.encode(name), bytes, at };
    at += localLength + part.name.length + bytes.length;
    return part;
  });
  const directory = placed.reduce((sum, { name }) => sum + entryLength + name.length, 0);
  return { placed, directoryAt: at, length: at + directory + endLength };
}

/** Writes checksum, sizes and the length of the name, which have the same order in both headers of a part. */
function writeSizes(view: DataView, at: number, part: Placed): void {
  view.setUint32(at, crc32(part.bytes), true);
  view.setUint32(at + 4, part.bytes.length, true);
  view.setUint32(at + 8, part.bytes.length, true);
  view.setUint16(at + 12, part.name.length, true);
}

export function storeZip(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const { placed, directoryAt, length } = place(parts);
  const zip = new Uint8Array(length);
  const view = new DataView(zip.buffer);
  let at = directoryAt;
  for (const part of placed) {
    view.setUint32(part.at, 0x04034b50, true);
    writeSizes(view, part.at + 14, part);
    zip.set(part.name, part.at + localLength);
    zip.set(part.bytes, part.at + localLength + part.name.length);
    view.setUint32(at, 0x02014b50, true);
    writeSizes(view, at + 16, part);
    view.setUint32(at + 42, part.at, true);
    zip.set(part.name, at + entryLength);
    at += entryLength + part.name.length;
  }
  view.setUint32(at, 0x06054b50, true);
  view.setUint16(at + 8, placed.length, true);
  view.setUint16(at + 10, placed.length, true);
  view.setUint32(at + 12, at - directoryAt, true);
  view.setUint32(at + 16, directoryAt, true);
  return zip;
}
