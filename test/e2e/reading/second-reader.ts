/** SheetJS, which our code does not use here. When the two readers disagree on a cell, one of them is wrong. */
import { read, type WorkSheet } from '@e965/xlsx';

/** A cell in the notation of `cells.json`. */
type SecondCell = string | number | boolean | null | { d: string } | { e: string };

function rowsOf(sheet: WorkSheet): SecondCell[][] {
  const data: WorkSheet['!data'] = sheet['!data'] ?? [];
  return Array.from(data, (row) =>
    Array.from(row ?? [], (cell): SecondCell => {
      if (!cell) return null;
      if (cell.t === 'e') return { e: cell.w ?? `code ${cell.v}` };
      if (cell.v instanceof Date) return { d: cell.v.toISOString() };
      return cell.v ?? null;
    }),
  );
}

/**
 * The rows of the first sheet. Text is decoded here, and its cells stay as they are (`raw`): SheetJS would decode it as
 * Windows-1252, turn 000123 into 123 and 3/4 into March.
 */
export function readBySecond(bytes: Uint8Array, isText: boolean): SecondCell[][] {
  const book = isText
    ? read(new TextDecoder().decode(bytes), { type: 'string', raw: true, dense: true })
    : read(bytes, { type: 'array', cellDates: true, UTC: true, dense: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  return sheet ? rowsOf(sheet) : [];
}
