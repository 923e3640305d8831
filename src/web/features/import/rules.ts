/** What the steps show, worked out without the page. */
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

/** The fields a column can be given to, as a clerk looks for them. */
export function fieldChoices(kind: ImportKind): { value: string; label: string }[] {
  const ofBills = Object.keys(fieldWords).filter((field) => !ofStudentsAlone.includes(field));
  const fields = kind === 'students' ? ofStudents : ofBills;
  return fields.map((field) => ({ value: field, label: nameOfField(field) }));
}

/** The columns of which a person says which holds the field; what was given to another is none of them. */
export const rivalsFor = (columns: readonly SheetColumn[], field: string): SheetColumn[] =>
  columns.filter((one) => one.fits === field && (one.field === null || one.field === field));

/**
 * The places of those that hold the field once the one at `index` is pressed: that one alone, or, where several may,
 * with it or without it. The last one stays: that none holds it is said in the list of columns.
 */
export function pressRival(rivals: readonly SheetColumn[], field: string, index: number): number[] {
  if (!mayBeSeveral(field)) return [index];
  const chosen = rivals.filter((one) => one.field === field).map((one) => one.index);
  if (!chosen.includes(index)) return [...chosen, index];
  const others = chosen.filter((other) => other !== index);
  return others.length > 0 ? others : chosen;
}

const neededOfStudents = ['regNum', 'name', 'class'];
/** A bill is somebody's by one of these. */
const identifying = ['regNum', 'invNo', 'name', 'number'];

/** The names of fields without which no row can be read; empty where none is missing. */
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

/** The fields every row shows; the others are shown where something is wrong with them, or when asked for. */
export function shownFields(kind: ImportKind, { columns, isNumberList }: OpenedBook): string[] {
  if (isNumberList) return ['number'];
  const fields = new Set(columns.map(({ field }) => field));
  return mainFields[kind].filter((field) => fields.has(field));
}

/** The cells beside the main ones that a person must see: bad ones, repaired ones, and what changes. */
export const otherCells = ({ cells }: CheckedRow, main: readonly string[]): CheckedCell[] =>
  cells.filter(
    ({ field, level, before }) => !main.includes(field) && (level !== undefined || before !== undefined),
  );

/** A day with its month in letters, other text as it is. */
export const textOf = (text: string): string => formatDay(text);

/** How many rows a save would send. */
export const rowsToSave = ({ fates }: CheckSummary): number =>
  fates.add + fates.update + fates.same + fates.held;

/** In the file = added + updated + left out, whatever for. */
export function sumOf({ rows, fates }: CheckSummary): Record<'rows' | 'add' | 'update' | 'left', number> {
  const { add, update, same, held, refused, leftOut } = fates;
  return { rows, add, update, left: same + held + refused + leftOut };
}

/** The rows of a line. */
export const filterOf = ({ key }: Pick<ProblemLine, 'key'>): RowFilter => `problem:${key}`;

/** The line whose rows are shown. */
export const chosenLine = ({ lines }: CheckSummary, filter: RowFilter): ProblemLine | undefined =>
  lines.find((line) => filterOf(line) === filter);

const isOpen = ({ level, answer }: ProblemLine): boolean => level !== 'done' && answer === null;

/** What is typed or compared row by row; of any other line the rows are shown by the line itself. */
export const isMendedByHand = ({ kind }: ProblemLine): boolean =>
  ['unread', 'missing', 'noNumber', 'twice'].includes(kind);

/** Problems first: the rows that are shown before anybody chose. */
export function firstFilter({ lines }: CheckSummary): RowFilter {
  const first = lines.find(isOpen);
  return first ? filterOf(first) : 'all';
}

/** How many problems nobody has answered, whose rows are saved all the same. */
export const openProblems = ({ lines }: CheckSummary): number =>
  lines.filter((line) => isOpen(line) && line.level === 'warning').length;

const fullMonth = (month: number): string => fullMonthNames[month - 1] ?? '';

/** The month in which most due dates lie, where they tell the billing's; and the billing's own. */
export function hintsOf({ read, compared }: ImportState): { due: string; billing: string } {
  const { month, from = [] } = read?.proposal ?? {};
  const isOfDue = from.some(({ source }) => source === 'due') && month === compared?.month;
  return {
    due: month && isOfDue ? fullMonth(month) : '',
    billing: compared ? `${fullMonth(compared.month)} ${compared.year}` : '',
  };
}

/** A line about one field shows what the file has and what it becomes side by side, apart from the other fields. */
export type Pair = { field: string; name: string };

export function pairOf(line: ProblemLine | undefined, { isNumberList }: OpenedBook): Pair | null {
  if (!line?.field || isNumberList) return null;
  // By these a row is known, or its reason says more than its cell.
  if (line.field === 'name' || line.field === 'regNum' || line.kind === 'headsDiffer') return null;
  return { field: line.field, name: nameOfField(line.field) };
}

const monthIn = (text: string): string => {
  const month = Number(text) || monthOfName(text);
  return (month && monthName(month)) || text;
};

/** `November 2026` as `Nov 2026`. */
export const shortPeriod = (period: string): string => period.replace(/^([A-Z][a-z]{2})[a-z]+/, '$1');

/** The month of a row's voucher, as the sheet has it or as it is now. */
export function periodIn({ cells }: CheckedRow, which: 'before' | 'now'): string {
  const [month = '', year = ''] = ['month', 'year'].map((field) => {
    const cell = cells.find((one) => one.field === field);
    return (which === 'before' ? cell?.before : undefined) ?? cell?.text ?? '';
  });
  return [monthIn(month), year].filter(Boolean).join(' ');
}

/** Whether a question about the whole file is still to be answered. */
export const isAsked = ({ days, questions, series, arrears }: CheckSummary): boolean =>
  [...days, ...questions, ...(series ? [series] : []), ...(arrears ? [arrears] : [])].some(
    ({ answer }) => answer === null,
  );

/** The button's word before the count of rows: of a new billing or a roster, and of members. */
export type Verb = 'save' | 'add';

/** What the press will do: rows that are there already as they are count for nothing. */
export function saveLabel(kind: ImportKind, verb: Verb, { fates: { add, update } }: CheckSummary): string {
  const name = rowNames[kind];
  if (add + update === 0) return verb === 'save' ? commonWords.save : saveWords.addNone;
  if (verb === 'save') return saveWords.save(name(add + update));
  if (update === 0) return saveWords.add(name(add));
  return add === 0 ? saveWords.change(name(update)) : saveWords.addAndChange(add, name(update));
}

/** The rows that a save would not store, by why: of those unchanged and held nothing is changed. */
export function notSaved({ fates }: CheckSummary): string[] {
  const parts: [number, (count: number) => string][] = [
    [fates.same, checkWords.same],
    [fates.refused, checkWords.refused],
    [fates.held, checkWords.held],
    [fates.leftOut, checkWords.leftOut],
  ];
  return parts.filter(([count]) => count > 0).map(([count, say]) => say(count));
}

/** The fates there are any of, in the order a clerk reads them. */
export const presentFates = ({ fates }: CheckSummary): { fate: Fate; count: number }[] =>
  (Object.entries(fates) as [Fate, number][])
    .map(([fate, count]) => ({ fate, count }))
    .filter(({ count }) => count > 0);

/** `fees.xls` to `fees - problems.xlsx`. */
export const nameOfProblems = (fileName: string): string =>
  `${fileName.replace(/\.[^.]{1,5}$/, '')} - problems.xlsx`;
