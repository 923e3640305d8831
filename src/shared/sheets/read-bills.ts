/** A whole sheet to bills. */
import { fileFailures, readWarnings } from '../words/sheets.ts';
import { isEmptyCell, type RawBook, type RawSheet } from './cells.ts';
import { findHeader, type Header } from './find-header.ts';
import { type Notes, noNotes } from './problem.ts';
import { readRow } from './read-row.ts';
import { mostColumns, mostRows } from './sheet-limits.ts';
import { type BillsRead, SheetFailure } from './sheet-result.ts';

/** Told now and then how many rows are done. */
export type OnProgress = (rowsDone: number) => void;
const progressEvery = 1000;

/** The sheet to read, where its names are, and how days count in its book. */
export type SheetFound = { sheet: RawSheet; header: Header; is1904: boolean };

function warningsOf(notes: Notes, header: Header): string[] {
  const counted = (count: number, sentence: (count: number) => string) =>
    count > 0 ? [sentence(count)] : [];
  return [
    ...counted(notes.noMobile, readWarnings.noMobile),
    ...counted(notes.lostZero, readWarnings.lostZero),
    ...counted(notes.landlines, readWarnings.landlines),
    ...counted(notes.serialDates, readWarnings.serialDates),
    ...counted(notes.rounded, readWarnings.rounded),
    ...header.repeated.map(readWarnings.repeatedColumn),
    ...(header.unused.length > 0 ? [readWarnings.unusedColumns(header.unused.join(', '))] : []),
  ];
}

/** Reads every row below the names. Throws `SheetFailure` where there are none, or more than any campus has. */
export function readBills({ sheet, header, is1904 }: SheetFound, onProgress?: OnProgress): BillsRead {
  const read: BillsRead = { bills: [], refused: [], warnings: [] };
  const context = { mapped: header.mapped, is1904, notes: noNotes() };
  for (let index = header.index + 1; index < sheet.rows.length; index += 1) {
    const row = readRow(sheet.rows[index] ?? [], context);
    if (row.kind === 'bill') read.bills.push(row.bill);
    if (row.kind === 'refused') read.refused.push({ row: index + 1, reason: row.reason, issues: row.issues });
    const done = read.bills.length + read.refused.length;
    if (done > mostRows) throw new SheetFailure(fileFailures.tooManyRows(mostRows));
    if (row.kind !== 'empty' && done % progressEvery === 0) onProgress?.(done);
  }
  if (read.bills.length + read.refused.length === 0) throw new SheetFailure(fileFailures.noRows);
  return { ...read, warnings: warningsOf(context.notes, header) };
}

const isTooWide = ({ rows }: RawSheet): boolean =>
  rows.some((row) => row.length > mostColumns && !row.slice(mostColumns).every(isEmptyCell));

/**
 * The first sheet with a row of names, and the names of the others that have one too: bills are never left in a
 * file without a word. Throws `SheetFailure` where the sheet is wider than any sheet of bills.
 */
export function findSheet({ sheets, is1904 }: RawBook): { found: SheetFound; others: string[] } | undefined {
  const withHeader = sheets.flatMap((sheet) => {
    const header = findHeader(sheet.rows);
    return header ? [{ sheet, header, is1904 }] : [];
  });
  const [found, ...others] = withHeader;
  if (!found) return undefined;
  if (isTooWide(found.sheet)) throw new SheetFailure(fileFailures.tooManyColumns(mostColumns));
  return { found, others: others.map(({ sheet }) => sheet.name) };
}
