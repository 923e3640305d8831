/** Makes the content of the error workbook from a check. */
import type { CheckRows } from '../check-rows.ts';
import type { MappedColumn } from '../find-header.ts';
import type { RowRecord } from '../read-table.ts';
import { showCell } from '../samples.ts';
import { mostColumns } from '../sheet-limits.ts';
import type { RowProblems, SheetIssue, SheetWithProblems } from './error-workbook.ts';

/** The column of each field. Columns that only the check has, for typed values, come after those of the sheet. */
function placesOf({ rows: read, rowsOfFile: rows = read, mapped }: CheckRows['table']): Map<string, number> {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const added = mapped.filter(({ index }) => index >= mostColumns);
  const columnPosition = (one: MappedColumn): number =>
    one.index < mostColumns ? one.index : width + added.indexOf(one);
  return new Map(mapped.map((one) => [one.column.field, columnPosition(one)]));
}

function problemsOf(check: CheckRows, record: RowRecord, columns: ReadonlyMap<string, number>): RowProblems {
  const sheet = check.table.rows[record.at] ?? [];
  const cells = check.cellsOf(record);
  const isTyped = (index: number): boolean => (cells[index] ?? null) !== (sheet[index] ?? null);
  // If amounts were joined, cells beside those of the bill change too.
  const places = Array.from(
    { length: Math.min(mostColumns, Math.max(cells.length, sheet.length)) },
    (_, at) => at,
  );
  const made = check.table.mapped.filter(({ index }) => index >= mostColumns && isTyped(index));
  const issues = check.show(record).issues.map(({ level, sentence, field }): SheetIssue => {
    const column = field === undefined ? undefined : columns.get(field);
    return column === undefined ? { level, sentence } : { level, sentence, column };
  });
  return {
    issues,
    edits: new Map(
      [
        ...(cells === sheet ? [] : places.filter(isTyped)).map((index) => [index, index] as const),
        ...made.map(({ column, index }) => [index, columns.get(column.field) ?? index] as const),
      ].map(([index, place]): [number, string] => [place, showCell(cells[index])]),
    ),
    isLeftOut: check.isOut(record),
  };
}

/** The rows of the check in the order of its sheet, with their problems, typed values and left-out marks. */
export function sheetWithProblems(check: CheckRows, name: string): SheetWithProblems {
  const { table, records } = check;
  const places = placesOf(table);
  const isListed = (record: RowRecord): boolean =>
    check.bitsOf(record) !== 0 || check.isOut(record) || check.cellsOf(record) !== table.rows[record.at];
  return {
    sheet: { name, rows: table.rowsOfFile ?? table.rows },
    headerRow: table.first,
    headings: new Map(
      table.mapped.flatMap((one) => [
        [places.get(one.column.field) ?? 0, one.column.heading] as const,
        ...(one.also ?? []).map(({ column, index }) => [index, column.heading] as const),
      ]),
    ),
    is1904: table.is1904,
    problems: new Map(
      records.filter(isListed).map((record) => [record.at + 1, problemsOf(check, record, places)]),
    ),
  };
}
