/** Reads a workbook of ours with our own reader and with an independent second one. */
import { read, type WorkSheet } from '@e965/xlsx';
import { type Cell, dayOfSerial, tidy } from '#shared/sheets/cells.ts';
import { readRaw } from '#shared/sheets/files/read-raw.ts';
import { listZipEntries, unpack } from '#shared/sheets/files/unzip.ts';
import { type SheetCell, toBlob, writeSheet, writeSheets } from '#shared/sheets/write/workbook.ts';

type Written = ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;

export const bytesOfWorkbook = async (workbook: Written): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await toBlob(workbook)).arrayBuffer());

type Rows = readonly (readonly SheetCell[])[];
const around = { name: 'Sheet', widths: [], frozenRows: 1 };

/** Writes the rows into their own sheet, by each of our two writers. */
export const writers = {
  streamed: (rows: Rows) => bytesOfWorkbook(writeSheet({ ...around, rows })),
  whole: (rows: Rows) => writeSheets([{ ...around, rows }]),
} as const;

export async function readOurs(bytes: Uint8Array<ArrayBuffer>, sheet = 0): Promise<Cell[][]> {
  const { book } = await readRaw(bytes);
  return (book.sheets[sheet]?.rows ?? []).map((row) => row.map(tidy));
}

/** Line breaks as the second reader returns them. */
const breaks = (text: string): string => text.replaceAll('\r\n', '\n');

function cellOfSecond(sheet: WorkSheet, row: number, column: number): Cell {
  const cell = sheet['!data']?.[row]?.[column];
  if (!cell || cell.t === 'z') return null;
  if (cell.f !== undefined) throw new Error(`a formula: ${cell.f}`);
  if (cell.t === 'n' && /mmm/.test(String(cell.z))) {
    return { kind: 'day', day: dayOfSerial(Number(cell.v), false) ?? '' };
  }
  if (cell.t === 'e') return { kind: 'error', code: String(cell.w) };
  return tidy(typeof cell.v === 'string' ? breaks(cell.v) : (cell.v as number | boolean));
}

/** Reads the sheet with SheetJS. Throws when a cell is a formula. */
export function readSecond(bytes: Uint8Array, sheet = 0): Cell[][] {
  const book = read(bytes, { dense: true, cellNF: true, cellFormula: true, cellHTML: false });
  const found = book.Sheets[book.SheetNames[sheet] ?? ''] ?? {};
  // Missing rows and cells are holes in these arrays.
  return Array.from(found['!data'] ?? [], (row, at) =>
    Array.from(row ?? [], (_, column) => cellOfSecond(found, at, column)),
  );
}

/** Every part of the workbook as text. */
export async function partsOf(bytes: Uint8Array<ArrayBuffer>): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const entry of listZipEntries(bytes)) {
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of unpack(entry, { left: bytes.length * 100 })) {
      text += decoder.decode(piece, { stream: true });
    }
    texts[entry.name] = text;
  }
  return texts;
}

/** The rows without empty cells at their ends and without empty rows at the bottom. */
export function trimmed(rows: readonly (readonly (Cell | undefined)[])[]): Cell[][] {
  const cut = rows.map((row) => {
    const cells = Array.from(row, (cell) => cell ?? null);
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    return cells;
  });
  while (cut.length > 0 && cut.at(-1)?.length === 0) cut.pop();
  return cut;
}
