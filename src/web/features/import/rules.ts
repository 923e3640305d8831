/** Pure rules for what the steps of an import show. */
import type { ImportKind } from '#shared/calls/imports.ts';
import { formatDay, fullMonthNames, monthName } from '#shared/dates.ts';
import {
  type CheckedCell,
  type CheckedRow,
  type CheckSummary,
  type Fate,
  mayBeSeveral,
  type OpenedBook,
  type ProblemLine,
  type RowFilter,
  type SheetColumn,
} from '#shared/sheets/checked.ts';
import { monthOfName } from '#shared/sheets/read-day.ts';
import { checkWords, fieldWords, rowNames, saveWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import type { ImportState } from './import-reducer.ts';

/** `Mobile` for `number`; a field without a word keeps its own name. */
export const nameOfField = (field: string): string => fieldWords[field] ?? field;

const ofStudents = ['regNum', 'name', 'fatherName', 'class', 'section', 'number'];
const ofStudentsAlone = ['fatherName', 'class', 'section'];

/** The fields that a column can be assigned to, in the order a clerk expects. */
export function fieldChoices(kind: ImportKind): { value: string; label: string }[] {
  const ofBills = Object.keys(fieldWords).filter((field) => !ofStudentsAlone.includes(field));
  const fields = kind === 'students' ? ofStudents : ofBills;
  return fields.map((field) => ({ value: field, label: nameOfField(field) }));
}

/** The columns among which a person chooses for a field, without those assigned to another field. */
export const rivalsFor = (columns: readonly SheetColumn[], field: string): SheetColumn[] =>
  columns.filter((one) => one.fits === field && (one.field === null || one.field === field));

/**
 * The columns that hold the field after the one at `index` is pressed: only that one, or, if several are allowed, with
 * it added or removed. The last one cannot be removed here; the list of columns can do that.
 */
export function pressRival(rivals: readonly SheetColumn[], field: string, index: number): number[] {
  if (!mayBeSeveral(field)) return [index];
  const chosen = rivals.filter((one) => one.field === field).map((one) => one.index);
  if (!chosen.includes(index)) return [...chosen, index];
  const others = chosen.filter((other) => other !== index);
  return others.length > 0 ? others : chosen;
}

const neededOfStudents = ['regNum', 'name', 'class'];
/** Any of these fields identifies a bill. */
const identifying = ['regNum', 'invNo', 'name', 'number'];

/** The names of required fields that are missing; empty if none is. */
export function missingFields(kind: ImportKind, { columns, isNumberList }: OpenedBook): string {
  if (isNumberList) return '';
  const fields = new Set(columns.map(({ field }) => field));
  if (kind === 'students') {
    return neededOfStudents
      .filter((field) => !fields.has(field))
      .map(nameOfField)
      .join(', ');
  }
  return identifying.some((field) => fields.has(field)) ? '' : nameOfField('regNum');
}

const mainFields: Record<ImportKind, readonly string[]> = {
  bills: ['regNum', 'name', 'number', 'total', 'dueDate'],
  students: ['regNum', 'name', 'class', 'section', 'number'],
};

/** The fields shown in every row. Others are shown if they have a problem, or on request. */
export function shownFields(kind: ImportKind, { columns, isNumberList }: OpenedBook): string[] {
  if (isNumberList) return ['number'];
  const fields = new Set(columns.map(({ field }) => field));
  return mainFields[kind].filter((field) => fields.has(field));
}

/** The other cells that a person must see: wrong, repaired and changed ones. */
export const otherCells = ({ cells }: CheckedRow, main: readonly string[]): CheckedCell[] =>
  cells.filter(
    ({ field, level, before }) => !main.includes(field) && (level !== undefined || before !== undefined),
  );

/** A day with its month in letters; other texts unchanged. */
export const textOf = (text: string): string => formatDay(text);

/** How many rows a save would send. */
export const rowsToSave = ({ fates }: CheckSummary): number =>
  fates.add + fates.update + fates.same + fates.held;

/** Rows in the file = added + updated + left out, for any reason. */
export function sumOf({ rows, fates }: CheckSummary): Record<'rows' | 'add' | 'update' | 'left', number> {
  const { add, update, same, held, refused, leftOut } = fates;
  return { rows, add, update, left: same + held + refused + leftOut };
}

/** The filter for the rows of a line. */
export const filterOf = ({ key }: Pick<ProblemLine, 'key'>): RowFilter => `problem:${key}`;

/** The line whose rows are shown. */
export const chosenLine = ({ lines }: CheckSummary, filter: RowFilter): ProblemLine | undefined =>
  lines.find((line) => filterOf(line) === filter);

const isOpen = ({ level, answer }: ProblemLine): boolean => level !== 'done' && answer === null;

/** Problems that are corrected or compared row by row. For other problems the line itself has the answers. */
export const isMendedByHand = ({ kind }: ProblemLine): boolean =>
  ['unread', 'missing', 'noNumber', 'twice'].includes(kind);

/** The filter shown at first: the first open problem. */
export function firstFilter({ lines }: CheckSummary): RowFilter {
  const first = lines.find(isOpen);
  return first ? filterOf(first) : 'all';
}

/** The number of unanswered problems whose rows are saved anyway. */
export const openProblems = ({ lines }: CheckSummary): number =>
  lines.filter((line) => isOpen(line) && line.level === 'warning').length;

const fullMonth = (month: number): string => fullMonthNames[month - 1] ?? '';

/** The month of most due dates, if it decided the billing's month, and the billing's own month. */
export function hintsOf({ read, compared }: ImportState): { due: string; billing: string } {
  const { month, from = [] } = read?.proposal ?? {};
  const isOfDue = from.some(({ source }) => source === 'due') && month === compared?.month;
  return {
    due: month && isOfDue ? fullMonth(month) : '',
    billing: compared ? `${fullMonth(compared.month)} ${compared.year}` : '',
  };
}

/** For a problem with one field the file's value and the new value are shown side by side. */
export type Pair = { field: string; name: string };

export function pairOf(line: ProblemLine | undefined, { isNumberList }: OpenedBook): Pair | null {
  if (!line?.field || isNumberList) return null;
  // These fields identify the row, or the reason says more than the cell.
  if (line.field === 'name' || line.field === 'regNum' || line.kind === 'headsDiffer') return null;
  return { field: line.field, name: nameOfField(line.field) };
}

const monthIn = (text: string): string => {
  const month = Number(text) || monthOfName(text);
  return (month && monthName(month)) || text;
};

/** `November 2026` as `Nov 2026`. */
export const shortPeriod = (period: string): string => period.replace(/^([A-Z][a-z]{2})[a-z]+/, '$1');

/** The month of a row's voucher, in the sheet or as it is now. */
export function periodIn({ cells }: CheckedRow, which: 'before' | 'now'): string {
  const [month = '', year = ''] = ['month', 'year'].map((field) => {
    const cell = cells.find((one) => one.field === field);
    return (which === 'before' ? cell?.before : undefined) ?? cell?.text ?? '';
  });
  return [monthIn(month), year].filter(Boolean).join(' ');
}

/** Whether a question about the whole file is still open. */
export const isAsked = ({ days, questions, series, arrears }: CheckSummary): boolean =>
  [...days, ...questions, ...(series ? [series] : []), ...(arrears ? [arrears] : [])].some(
    ({ answer }) => answer === null,
  );

/** The verb on the button: `save` for a new billing or a roster, `add` for members. */
export type Verb = 'save' | 'add';

/** The label with what the press will do. Unchanged rows are not counted. */
export function saveLabel(kind: ImportKind, verb: Verb, { fates: { add, update } }: CheckSummary): string {
  const name = rowNames[kind];
  if (add + update === 0) return verb === 'save' ? commonWords.save : saveWords.addNone;
  if (verb === 'save') return saveWords.save(name(add + update));
  if (update === 0) return saveWords.add(name(add));
  return add === 0 ? saveWords.change(name(update)) : saveWords.addAndChange(add, name(update));
}

/** The rows that a save would not store, by reason. Unchanged and held rows change nothing. */
export function notSaved({ fates }: CheckSummary): string[] {
  const parts: [number, (count: number) => string][] = [
    [fates.same, checkWords.same],
    [fates.refused, checkWords.refused],
    [fates.held, checkWords.held],
    [fates.leftOut, checkWords.leftOut],
  ];
  return parts.filter(([count]) => count > 0).map(([count, say]) => say(count));
}

/** The fates that occur, in the order of reading. */
export const presentFates = ({ fates }: CheckSummary): { fate: Fate; count: number }[] =>
  (Object.entries(fates) as [Fate, number][])
    .map(([fate, count]) => ({ fate, count }))
    .filter(({ count }) => count > 0);

/** `fees.xls` to `fees - problems.xlsx`. */
export const nameOfProblems = (fileName: string): string =>
  `${fileName.replace(/\.[^.]{1,5}$/, '')} - problems.xlsx`;
