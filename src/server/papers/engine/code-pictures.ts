/**
 * Makes QR codes and Code128 barcodes as pictures with one bit per module. Each picture includes the quiet zone that
 * scanners need.
 */
import { crc32, deflateSync } from 'node:zlib';
import bwip from 'bwip-js/node';
import { encode } from 'uqr';

/** Rows of modules. True means black. */
type Modules = readonly (readonly boolean[])[];

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunkOf(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A grey-level PNG with one bit per pixel (PNG specification, sections 11.2 and 7.2). */
function toPng(modules: Modules): Buffer {
  const width = modules[0]?.length ?? 0;
  const perRow = Math.ceil(width / 8) + 1;
  const rows = Buffer.alloc(modules.length * perRow);
  for (const [y, row] of modules.entries())
    for (const [x, isBlack] of row.entries()) {
      const at = y * perRow + 1 + (x >> 3);
      if (!isBlack) rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
    }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(modules.length, 4);
  head[8] = 1;
  return Buffer.concat([
    signature,
    chunkOf('IHDR', head),
    chunkOf('IDAT', deflateSync(rows)),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * The number of white modules around a code. ISO/IEC 18004 requires 4 around a QR code, and the margin of the paper
 * already gives one. Code128 requires 10.
 */
const aroundSquare = 3;
const besideBars = 10;
/**
 * The most modules in a barcode. On the narrowest copy (62 mm) each module is then 0.31 mm wide, which a scanner can
 * read at 150 dpi.
 */
const mostBars = 200;

export const squareOf = (text: string): Buffer =>
  toPng(encode(text, { ecc: 'M', border: aroundSquare }).data);

/** Undefined if Code128 cannot encode the text or if the bars would be too thin. */
export function barsOf(text: string): Buffer | undefined {
  if (!/^[\x20-\x7e]{1,60}$/.test(text)) return undefined;
  const [code] = bwip.raw('code128', text, {});
  const widths = code && 'sbs' in code ? code.sbs : [];
  const white = Array<boolean>(besideBars).fill(false);
  const bars = widths.flatMap((width, at) => Array<boolean>(width).fill(at % 2 === 0));
  return bars.length === 0 || bars.length > mostBars ? undefined : toPng([[...white, ...bars, ...white]]);
}
