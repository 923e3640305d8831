/** Runs a file through the whole check as the page's worker does, without the server. */
import type { NewBill } from '#shared/calls/bills.ts';
import { type Check, type CheckOptions, createSheetCheck } from '#shared/sheets/check.ts';
import type { CheckSummary, OpenedBook } from '#shared/sheets/checked.ts';
import { type OpenOptions, openBook } from '#shared/sheets/open-book.ts';

export type Given = Partial<OpenOptions & CheckOptions>;

/** `refused` includes lines that are no bills, such as totals. `warnings` are the sentences about rows that are saved all the same; `total` is the sum of the check, in rupees. */
export type FileChecked = {
  check: Check;
  opened: OpenedBook;
  summary: CheckSummary;
  bills: NewBill[];
  refused: { row: number; reason: string; fields: (string | undefined)[] }[];
  warnings: string[];
  isNumberList: boolean;
  total: number;
};

const everyRow = { from: 0, take: 200_000 };

export function describeCheck(check: Check, opened: OpenedBook): FileChecked {
  const summary = check.summary();
  const unsaved = (['refused', 'notBill'] as const).flatMap(
    (filter) => check.rows({ filter, ...everyRow }).rows,
  );
  const inOrder = unsaved.toSorted((one, other) => one.id - other.id);
  const refused = inOrder.map(({ row, issues }) => {
    const errors = issues.filter(({ level }) => level === 'error');
    const reason = errors.map(({ sentence }) => sentence).join(' ');
    return { row, reason, fields: errors.map(({ field }) => field) };
  });
  const warned = check.rows({ filter: 'warnings', ...everyRow }).rows;
  const warnings = warned.flatMap(({ issues }) => issues.map(({ sentence }) => sentence));
  const bills = [...check.rowsToSave()] as NewBill[];
  const total = summary.totals.rupees;
  return { check, opened, summary, bills, refused, warnings, isNumberList: opened.isNumberList, total };
}

export async function checkFile(
  file: { name: string; bytes: Uint8Array<ArrayBuffer> },
  given: Given = {},
): Promise<FileChecked> {
  const options = { month: 11, year: 2026, country: 'PK' as const, ...given };
  const book = await openBook(file, { kind: 'bills', remembered: [], ...given });
  return describeCheck(createSheetCheck(book, options), book.opened());
}

/** Checks a text file with this content. */
export const checkText = (text: string, given?: Given): Promise<FileChecked> =>
  checkFile({ name: 'list.csv', bytes: new TextEncoder().encode(text) }, given);
