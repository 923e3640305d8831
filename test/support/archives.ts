/** Makes archives as other programs do, and also malformed ones: names and types are written unchecked. */
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

export type Packed = {
  name: string;
  text?: string;
  /** The type flag of a tar entry: `2` is a link. */
  kind?: string;
};

const bytesOf = ({ text = '' }: Packed): Buffer => Buffer.from(text);

/** Local headers, central directory and its end record (APPNOTE.TXT of PKWARE, 4.3). */
export function makeZip(files: readonly Packed[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const content = bytesOf(file);
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(0x0800, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), head, tail, name]));
    pieces.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...pieces, listed, Buffer.from('PK\u0005\u0006'), end]);
}

function tarHeader(name: string, size: number, kind: string): Buffer {
  const head = Buffer.alloc(512);
  head.write(name.slice(0, 100), 0);
  head.write('0000644\0', 100);
  head.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  head.write('        ', 148);
  head.write(kind, 156);
  head.write('ustar\u000000', 257, 'latin1');
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}

const padded = (content: Buffer): Buffer =>
  Buffer.concat([content, Buffer.alloc((512 - (content.length % 512)) % 512)]);

/** Names over 100 letters get a pax header. The archive is not compressed. */
export function makeTar(files: readonly Packed[]): Buffer {
  const pieces = files.flatMap((file) => {
    const { name, kind = '0' } = file;
    const content = bytesOf(file);
    const own = [tarHeader(name, content.length, kind), padded(content)];
    if (name.length <= 100) return own;
    const record = ` path=${name}\n`;
    const length = record.length + String(record.length + 3).length;
    const pax = Buffer.from(`${length}${record}`);
    return [tarHeader('pax', pax.length, 'x'), padded(pax), ...own];
  });
  return Buffer.concat([...pieces, Buffer.alloc(1024)]);
}

export const makeTarGz = (files: readonly Packed[]): Buffer => gzipSync(makeTar(files));
