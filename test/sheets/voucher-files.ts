/** The sheets in test/vouchers and their known contents. */
import { readFileSync } from 'node:fs';
import type { Cell, RawSheet } from '#shared/sheets/cells.ts';
import { readRaw } from '#shared/sheets/files/read-raw.ts';
import { checkFile, type FileChecked, type Given } from './check-file.ts';

const folder = new URL('../vouchers/', import.meta.url);

export const bytesOf = (path: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(path, folder)));

export const jsonOf = (path: string) => JSON.parse(readFileSync(new URL(path, folder), 'utf8'));

export const readVouchers = (path: string, given?: Given): Promise<FileChecked> =>
  checkFile({ name: path.split('/').at(-1) ?? '', bytes: bytesOf(path) }, given);

/** The raw cells of the first sheet. */
export async function rawSheetOf(path: string): Promise<RawSheet> {
  const { book } = await readRaw(bytesOf(path));
  return book.sheets[0] ?? { name: '', rows: [] };
}

/** A cell of a `cells.json`: `{d}` is a date, `{e}` an error. */
export type ExpectedCell = string | number | boolean | null | { d: string } | { e: string };

/** Brings our cells and known cells into one form: dates by day, numbers without the last bits, empty text as null. */
function plainCell(cell: Cell | ExpectedCell | undefined): string | number | boolean | null {
  if (cell === undefined || cell === null || cell === '') return null;
  if (typeof cell === 'number') return Number(cell.toPrecision(14));
  if (typeof cell === 'string') return cell.replaceAll('\r\n', '\n');
  if (typeof cell === 'boolean') return cell;
  if ('d' in cell) return `day ${cell.d.slice(0, 10)}`;
  if ('e' in cell) return `error ${cell.e}`;
  if (cell.kind === 'day') return `day ${cell.day}`;
  return cell.kind === 'error' ? `error ${cell.code}` : 'no value';
}

/** The rows as plain cells, without empty cells at their ends and empty rows at the bottom. */
export function plainRows(rows: readonly (readonly (Cell | ExpectedCell | undefined)[])[]) {
  const plain = rows.map((row) => {
    const cells = Array.from(row, plainCell);
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    return cells;
  });
  while (plain.length > 0 && plain.at(-1)?.length === 0) plain.pop();
  return plain;
}
