/** Renders the pages of a PDF as pixels, with the library that Chrome uses, and reads their codes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** A page with one grey byte for each pixel; 0 is black. */
export type PagePicture = { width: number; height: number; grey: Buffer };

const { resolve } = createRequire(import.meta.url);
/** PDF points in an inch. */
const points = 72;

export async function picturesOf(pdf: Uint8Array, dpi = 150): Promise<PagePicture[]> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    const pictures: PagePicture[] = [];
    for (const page of document.pages()) {
      const { width, height, data } = await page.render({ scale: dpi / points, colorSpace: 'Gray' });
      pictures.push({ width, height, grey: Buffer.from(data) });
    }
    document.destroy();
    return pictures;
  } finally {
    library.destroy();
  }
}

/** The text of each page. */
export async function textsOf(pdf: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(pdf);
    const texts = Array.from(document.pages(), (page) => page.getText());
    document.destroy();
    return texts;
  } finally {
    library.destroy();
  }
}

let isPrepared = false;

/** The contents of the codes of a page, from left to right, such as `QRCode 202611000001`. */
export async function readCodes({ width, height, grey }: PagePicture): Promise<string[]> {
  if (!isPrepared) {
    const wasm = readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm'));
    const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
    prepareZXingModule({ overrides: { wasmBinary } });
    isPrepared = true;
  }
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < grey.length; at += 1) data.fill(grey[at] ?? 0, at * 4, at * 4 + 4);
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
  const picture = { data, width, height, colorSpace: 'srgb' } as never;
  const found = await readBarcodes(picture, {
    formats: ['QRCode', 'Code128'],
    tryHarder: true,
    maxNumberOfSymbols: 20,
  });
  return found
    .toSorted((one, other) => one.position.topLeft.x - other.position.topLeft.x)
    .map(({ format, text }) => `${format} ${text}`);
}

/** The part of a picture between these shares of its sides. */
export function partOf(
  { width, height, grey }: PagePicture,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
): PagePicture {
  const [x, y] = [Math.round(left * width), Math.round(top * height)];
  const [wide, high] = [Math.round(right * width) - x, Math.round(bottom * height) - y];
  const part = Buffer.alloc(wide * high);
  for (let row = 0; row < high; row += 1)
    grey.copy(part, row * wide, (y + row) * width + x, (y + row) * width + x + wide);
  return { width: wide, height: high, grey: part };
}
