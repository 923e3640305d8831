/**
 * Sends the rows of a check as lines of JSON. The lines are joined in pieces, because a single text of 100,000 rows
 * would need too much memory.
 */
import type { Check } from '#shared/sheets/check.ts';
import { type Period, periodText } from '#shared/sheets/look-at-bill.ts';
import type { Book } from '#shared/sheets/open-book.ts';
import type { GroupToSave, Lowering, OnProgress, SavedImport, WorkPlace } from './import-model.ts';
import { post } from './post.ts';

const linesPerPiece = 2000;

/** The body of the request. Its first line is the head, and each further line is a row. */
function bodyOf(head: object, rows: Iterable<object>): Blob {
  const pieces: Blob[] = [];
  let lines = [JSON.stringify(head)];
  for (const row of rows) {
    if (lines.length === linesPerPiece) {
      pieces.push(new Blob([`${lines.join('\n')}\n`]));
      lines = [];
    }
    lines.push(JSON.stringify(row));
  }
  pieces.push(new Blob([lines.join('\n')]));
  return new Blob(pieces);
}

type Save = {
  book: Book;
  check: Check;
  place: WorkPlace;
  /** Only an import of bills has a `group`. */
  head: { saveID: string; group?: GroupToSave } & Lowering;
  /** The part of a sheet with several months. */
  part?: MonthPart | undefined;
};

/** A month that is saved to a billing of its own. The rows that are not saved are reported with the first month. */
export type MonthPart = { month: Period; isFirst: boolean };

/**
 * A file may make a second billing only with another sheet, so each further month has a name of its own. In a text file
 * the first one has it too, because without a sheet the whole file counts as imported.
 */
const sheetOf = ({ sheetName }: Book, part: MonthPart | undefined): string =>
  part && (!part.isFirst || sheetName === '') ? `${sheetName} ${periodText(part.month)}`.trim() : sheetName;

/** Rejects with a `Failure`; `onProgress` reports how many of 100 parts are sent. */
export function saveRows(
  { book, check, place, head, part }: Save,
  onProgress: OnProgress,
): Promise<SavedImport> {
  const { fileName, sha256 } = book.opened();
  const first = {
    ...head,
    ...(head.group && check.oneSeries !== null ? { oneSeries: check.oneSeries } : {}),
    ...(head.group && check.carryAll !== null ? { carryAll: check.carryAll } : {}),
    ...(head.group ? { children: check.childrenChoice } : {}),
    file: { name: fileName, sha256, sheet: sheetOf(book, part) },
    left: part && !part.isFirst ? { skipped: 0, refused: 0 } : check.left(),
    headings: book.chosenHeadings(),
    classes: check.classAnswers,
  };
  return post<SavedImport>({
    place,
    path: head.group ? '/Imports/Bills' : '/Imports/Students',
    body: bodyOf(first, check.rowsToSave(part?.month)),
    contentType: 'application/x-ndjson',
    onSent: (share) => onProgress({ done: Math.round(share * 100), of: 100 }),
  });
}
