/** The sheets of test/vouchers and what is known of them. */
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

/** The first sheet's raw cells. */
export async function rawSheetOf(path: string): Promise<RawSheet> {
  const { book } = await readRaw(bytesOf(path));
  return book.sheets[0] ?? { name: '', rows: [] };
}

/** A cell of a `cells.json`: `{d}` a date, `{e}` an error. */
export type KnownCell = string | number | boolean | null | { d: string } | { e: string };

/** Both sides in one form: dates by their day, numbers without the noise of the last bit, empty text as empty. */
export function plainCell(cell: Cell | KnownCell | undefined): string | number | boolean | null {
  if (cell === undefined || cell === null || cell === '') return null;
  if (typeof cell === 'number') return Number(cell.toPrecision(14));
  if (typeof cell === 'string') return cell.replaceAll('\r\n', '\n');
  if (typeof cell === 'boolean') return cell;
  if ('d' in cell) return `day ${cell.d.slice(0, 10)}`;
  if ('e' in cell) return `error ${cell.e}`;
  if (cell.kind === 'day') return `day ${cell.day}`;
  return cell.kind === 'error' ? `error ${cell.code}` : 'no value';
}

/** Rows as plain cells without empty cells at their ends and empty rows at the bottom. */
export function plainRows(rows: readonly (readonly (Cell | KnownCell | undefined)[])[]) {
  const plain = rows.map((row) => {
    const cells = Array.from(row, plainCell);
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    return cells;
  });
  while (plain.length > 0 && plain.at(-1)?.length === 0) plain.pop();
  return plain;
}
