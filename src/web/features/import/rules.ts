/** Pure rules that decide what the steps of an import show. */

import {
  type CheckedCell,
  type CheckedRow,
  type CheckSummary,
  mayBeSeveral,
  type OpenedBook,
  type ProblemLine,
  type RowFilter,
  type RowOutcome,
  type SheetColumn,
} from '#shared/sheets/checked.ts';
import { monthOfName } from '#shared/sheets/read-day.ts';
import type { ImportKind } from '#shared/sheets/sheet-rows.ts';
import { formatDay, fullMonthNames, monthName } from '#shared/time/dates.ts';
import { checkWords, fieldWords, rowNames, saveWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import type { ImportState } from './import-reducer.ts';

/** The name of a field on the screen, such as `Mobile` for `number`. A field without such a name keeps its own. */
export const nameOfField = (field: string): string => fieldWords[field] ?? field;

const studentFields = ['regNum', 'name', 'fatherName', 'class', 'section', 'number'];

/** The fields to which a column can be assigned, in the order that a clerk expects. */
export function fieldChoices(kind: ImportKind): { value: string; label: string }[] {
  const fields = kind === 'students' ? studentFields : Object.keys(fieldWords);
  return fields.map((field) => ({ value: field, label: nameOfField(field) }));
}

/** Whether a person should look at the column, because it was not recognised or its field is only proposed. */
export const isToLookAt = ({ by, fits }: SheetColumn): boolean =>
  by === 'none' || by === 'fee' || (by === 'name' && fits !== undefined);

/** Whether a column of a sheet of bills belongs to the child or to the bill. */
export const ownerOf = (field: string | null): 'child' | 'bill' | 'none' =>
  field === null || field === 'serial' || field === 'remarks'
    ? 'none'
    : studentFields.includes(field)
      ? 'child'
      : 'bill';

/** The columns whose headings fit the field, without columns that are assigned to another field. */
export const candidateColumns = (columns: readonly SheetColumn[], field: string): SheetColumn[] =>
  columns.filter((column) => column.fits === field && (column.field === null || column.field === field));

/**
 * The columns that are assigned to the field after the column at `index` was pressed. If the field allows only one
 * column, it is the pressed column. Otherwise the press adds or removes the column, but never removes the last one.
 */
export function columnsAfterPress(rivals: readonly SheetColumn[], field: string, index: number): number[] {
  if (!mayBeSeveral(field)) return [index];
  const chosen = rivals.filter((one) => one.field === field).map((one) => one.index);
  if (!chosen.includes(index)) return [...chosen, index];
  const others = chosen.filter((other) => other !== index);
  return others.length > 0 ? others : chosen;
}

const requiredStudentFields = ['regNum', 'name', 'class'];
/** Any of these fields identifies a bill. */
const identifyingFields = ['regNum', 'invNo', 'name', 'number'];

/** The names of the required fields that are missing. It is empty if no required field is missing. */
export function missingFields(kind: ImportKind, { columns, isNumberList }: OpenedBook): string {
  if (isNumberList) return '';
  const fields = new Set(columns.map(({ field }) => field));
  if (kind === 'students') {
    return requiredStudentFields
      .filter((field) => !fields.has(field))
      .map(nameOfField)
      .join(', ');
  }
  return identifyingFields.some((field) => fields.has(field)) ? '' : nameOfField('regNum');
}

const mainFields: Record<ImportKind, readonly string[]> = {
  bills: ['regNum', 'name', 'class', 'number', 'total', 'dueDate'],
  students: ['regNum', 'name', 'class', 'section', 'number'],
};

/** The fields that every row shows. Other fields are shown only if they have a problem or the row is opened. */
export function shownFields(kind: ImportKind, { columns, isNumberList }: OpenedBook): string[] {
  if (isNumberList) return ['number'];
  const fields = new Set(columns.map(({ field }) => field));
  return mainFields[kind].filter((field) => fields.has(field));
}

/** The cells of other fields that the user must see, because they are wrong, repaired or changed. */
export const otherCells = ({ cells }: CheckedRow, main: readonly string[]): CheckedCell[] =>
  cells.filter(
    ({ field, level, before }) => !main.includes(field) && (level !== undefined || before !== undefined),
  );

/** Writes the month of a day in letters. Any other text is unchanged. */
export const textOf = (text: string): string => formatDay(text);

/** The number of rows that a save would send. */
export const rowsToSave = ({ outcomes: fates }: CheckSummary): number =>
  fates.add + fates.update + fates.same + fates.held;

/** The rows of the file, which are the sum of the added, updated and left out rows and of the other lines. */
export function sumOf({
  rows,
  outcomes: fates,
}: CheckSummary): Record<'rows' | 'add' | 'update' | 'left' | 'other', number> {
  const { add, update, same, held, refused, leftOut, notBill } = fates;
  return { rows, add, update, left: same + held + refused + leftOut, other: notBill };
}

/** The filter that shows the rows of a problem. */
export const filterOf = ({ key }: Pick<ProblemLine, 'key'>): RowFilter => `problem:${key}`;

/** The problem whose rows are shown. */
export const chosenLine = ({ lines }: CheckSummary, filter: RowFilter): ProblemLine | undefined =>
  lines.find((line) => filterOf(line) === filter);

/** All rows, if the problem of the filter is gone because its rows were corrected. */
export const presentFilter = (summary: CheckSummary, filter: RowFilter): RowFilter =>
  filter.startsWith('problem:') && !chosenLine(summary, filter) ? 'all' : filter;

const isOpen = ({ level, answer }: ProblemLine): boolean => level !== 'done' && answer === null;

/** Whether the problem is corrected row by row. Other problems are solved by an answer for all their rows. */
export const isMendedByHand = ({ kind }: ProblemLine): boolean =>
  ['unread', 'missing', 'noNumber', 'twice'].includes(kind);

/** The filter at the beginning. It shows the rows of the first open problem. */
export function firstFilter({ lines }: CheckSummary): RowFilter {
  const first = lines.find(isOpen);
  return first ? filterOf(first) : 'all';
}

/** The number of problems that have no answer, but do not prevent the save of their rows. */
export const openProblems = ({ lines }: CheckSummary): number =>
  lines.filter((line) => isOpen(line) && line.level === 'warning').length;

const fullMonth = (month: number): string => fullMonthNames[month - 1] ?? '';

/** `due` is the month of most due dates, if the billing's month comes from them. `billing` is the billing's month. */
export function hintsOf({ read, compared }: ImportState): { due: string; billing: string } {
  const { month, from = [] } = read?.proposal ?? {};
  const isFromDueDates = from.some(({ source }) => source === 'due') && month === compared?.month;
  return {
    due: month && isFromDueDates ? fullMonth(month) : '',
    billing: compared ? `${fullMonth(compared.month)} ${compared.year}` : '',
  };
}

/** The field of a problem. If a problem has one field, the value in the file is shown beside the new value. */
export type Pair = { field: string; name: string };

export function pairOf(line: ProblemLine | undefined, { isNumberList }: OpenedBook): Pair | null {
  if (!line?.field || isNumberList) return null;
  // Name and registration number identify the row, so their columns stay. For `headsDiffer` the reason explains more.
  if (line.field === 'name' || line.field === 'regNum' || line.kind === 'headsDiffer') return null;
  return { field: line.field, name: nameOfField(line.field) };
}

const monthIn = (text: string): string => {
  const month = Number(text) || monthOfName(text);
  return (month && monthName(month)) || text;
};

/** Shortens a period, such as `November 2026` to `Nov 2026`. */
export const shortPeriod = (period: string): string => period.replace(/^([A-Z][a-z]{2})[a-z]+/, '$1');

/** The month of the row's voucher: before it was changed, or as it is now. */
export function periodIn({ cells }: CheckedRow, which: 'before' | 'now'): string {
  const [month = '', year = ''] = ['month', 'year'].map((field) => {
    const cell = cells.find((one) => one.field === field);
    return (which === 'before' ? cell?.before : undefined) ?? cell?.text ?? '';
  });
  return [monthIn(month), year].filter(Boolean).join(' ');
}

/** Whether a question about the whole file has no answer yet. */
export const hasOpenQuestion = ({ days, questions, series, arrears }: CheckSummary): boolean =>
  [...days, ...questions, ...(series ? [series] : []), ...(arrears ? [arrears] : [])].some(
    ({ answer }) => answer === null,
  );

/** The verb on the button: `save` for a new billing or a roster, `add` for members. */
export type Verb = 'save' | 'add';

/** The label with what the press will do. Unchanged rows are not counted. */
export function saveLabel(
  kind: ImportKind,
  verb: Verb,
  { outcomes: { add, update }, months }: CheckSummary,
): string {
  const name = rowNames[kind];
  if (add + update === 0) return verb === 'save' ? commonWords.save : saveWords.addNone;
  if (verb === 'save' && months?.answer)
    return saveWords.saveMonths(name(add + update), months.months.length);
  if (verb === 'save') return saveWords.save(name(add + update));
  if (update === 0) return saveWords.add(name(add));
  return add === 0 ? saveWords.change(name(update)) : saveWords.addAndChange(add, name(update));
}

/** Counts the rows that a save would not change, by reason. */
export function notSaved({ outcomes: fates }: CheckSummary): string[] {
  const parts: [number, (count: number) => string][] = [
    [fates.same, checkWords.same],
    [fates.refused, checkWords.refused],
    [fates.held, checkWords.held],
    [fates.leftOut, checkWords.leftOut],
    [fates.notBill, checkWords.otherLines],
  ];
  return parts.filter(([count]) => count > 0).map(([count, say]) => say(count));
}

/** Counts the rows of each fate, without the fates that no row has. */
export const presentFates = ({ outcomes: fates }: CheckSummary): { fate: RowOutcome; count: number }[] =>
  (Object.entries(fates) as [RowOutcome, number][])
    .map(([fate, count]) => ({ fate, count }))
    .filter(({ count }) => count > 0);

/** The name of the workbook with the problems: for `fees.xls`, it is `fees - problems.xlsx`. */
export const nameOfProblems = (fileName: string): string =>
  `${fileName.replace(/\.[^.]{1,5}$/, '')} - problems.xlsx`;
