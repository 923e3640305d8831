/**
 * Sends the rows of a check as lines of JSON. The lines are joined in pieces, because a single text of 100,000 rows
 * would need too much memory.
 */
import type { Check } from '#shared/sheets/check.ts';
import type { Book } from '#shared/sheets/open-book.ts';
import type { GroupToSave, OnProgress, SavedImport, WorkPlace } from './import-model.ts';
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
  head: { saveID: string; group?: GroupToSave };
};

/** Rejects with a `Failure`. `onProgress` reports the percentage that has been sent. */
export function saveRows({ book, check, place, head }: Save, onProgress: OnProgress): Promise<SavedImport> {
  const { fileName, sha256 } = book.opened();
  const first = {
    ...head,
    ...(head.group && check.oneSeries !== null ? { oneSeries: check.oneSeries } : {}),
    ...(head.group && check.carryAll !== null ? { carryAll: check.carryAll } : {}),
    file: { name: fileName, sha256, sheet: book.sheetName },
    left: check.left(),
    headings: book.chosenHeadings(),
  };
  return post<SavedImport>({
    place,
    path: head.group ? '/Imports/Bills' : '/Imports/Students',
    body: bodyOf(first, check.rowsToSave()),
    contentType: 'application/x-ndjson',
    onSent: (share) => onProgress({ done: Math.round(share * 100), of: 100 }),
  });
}
