/** SheetJS, whom nothing of ours knows: two readers that disagree on a cell are a failure of one of them. */
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
 * The first sheet's rows. Text is decoded here and its cells are left as they stand (`raw`): it would guess the letters
 * to be Windows-1252, make 123 of 000123, and March of 3/4.
 */
export function readBySecond(bytes: Uint8Array, isText: boolean): SecondCell[][] {
  const book = isText
    ? read(new TextDecoder().decode(bytes), { type: 'string', raw: true, dense: true })
    : read(bytes, { type: 'array', cellDates: true, UTC: true, dense: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  return sheet ? rowsOf(sheet) : [];
}
