/** Finds the heading row, and maps the columns of the sheet to fields. */
import type { ImportKind } from '../calls/imports.ts';
import { type Cell, isEmptyCell, nameOfCell, plainText } from './cells.ts';
import { mayBeSeveral, type NamedColumn, type SheetColumn } from './checked.ts';
import { type Column, columnOf, type Field, type Meaning, meaningOf, plainHeading } from './columns.ts';
import { feeField } from './fee-heads.ts';

/**
 * `index`: the column in the sheet, 0 for A; `title`: the heading as typed. `head`: the heading is the name of a fee,
 * which is stored in this field if the column has an amount. `also`: further columns of the same field.
 */
export type MappedColumn = {
  column: Column;
  index: number;
  title: string;
  head?: Field;
  also?: readonly MappedColumn[];
};

/** All columns of the sheet that contain the field, from left to right. */
export const partsOf = (one: MappedColumn): readonly MappedColumn[] =>
  one.also ? [one, ...one.also] : [one];

/** The mappings that count before names: remembered headings in plain form, and columns mapped by hand, by index. */
export type Naming = {
  kind: ImportKind;
  remembered: ReadonlyMap<string, string | null>;
  byHand: ReadonlyMap<number, string | null>;
};

export const byNameOnly = (kind: ImportKind): Naming => ({ kind, remembered: new Map(), byHand: new Map() });

/** `index`: the index of the heading row, 0 for row 1, or -1 if there is none. The data begin below the row. */
export type Header = { index: number; titles: readonly string[] };

type Rows = readonly (readonly Cell[])[];

/** Rows searched for the headings. Title rows, addresses and notes may be above them. */
const searchedRows = 60;
const surelyEnough = 3;

export const titlesOf = (row: readonly Cell[]): string[] =>
  Array.from(row, (cell) => (typeof cell === 'string' ? plainText(cell) : nameOfCell(cell ?? null)));

/** Marks columns whose headings fit the same field. */
function markRivals(fitting: readonly { one: NamedColumn; meaning: Meaning | undefined }[]): void {
  const open = fitting.filter(({ one }) => one.by !== 'memory');
  // A column that a person added counts too, whatever its heading is.
  const fieldOf = ({ one, meaning }: (typeof fitting)[number]): string | undefined =>
    mayBeSeveral(one.column?.field) ? one.column?.field : meaning?.column.field;
  const fields = open.map(fieldOf);
  for (const { one, meaning } of open) {
    const field = fieldOf({ one, meaning });
    if (field && fields.filter((other) => other === field).length > 1) one.fits = field;
  }
}

/**
 * Maps each column by the first that applies: by hand, from memory, by its name or a usual spelling. If several
 * headings fit one field, the best gets it (the first of equal ones), and all of them are marked. A field that allows
 * several columns gets all columns chosen by hand or remembered. The column `Problem` at the start of our own error
 * workbook is skipped.
 */
export function nameColumns(titles: readonly string[], { kind, remembered, byHand }: Naming): NamedColumn[] {
  const named = titles.map(
    (title, index): NamedColumn => ({
      index,
      title,
      column: null,
      by: 'none',
      isFee: false,
      hasNoPlace: false,
      fits: null,
    }),
  );
  const taken = new Set<Column>();
  type Found = Column | typeof feeField | null | undefined;
  const pass = (by: SheetColumn['by'], find: (one: NamedColumn) => Found, among = named): void => {
    for (const one of among) {
      const found = one.by === 'none' ? find(one) : undefined;
      const column = found === feeField ? null : found;
      if (column === undefined) continue;
      const isFree = column === null || !taken.has(column) || (by !== 'name' && mayBeSeveral(column.field));
      if (!isFree) continue;
      Object.assign(one, { column, by, isFee: found === feeField });
      if (column) taken.add(column);
    }
  };
  const chosen = (field: string | null | undefined): Found => {
    if (field === feeField && kind === 'bills') return feeField;
    return field ? columnOf(kind, field) : field === null ? null : undefined;
  };
  pass('hand', ({ index }) => chosen(byHand.get(index)));
  if (remembered.size > 0) pass('memory', ({ title }) => chosen(remembered.get(plainHeading(title))));
  const meanings = new Map(named.map((one) => [one, meaningOf(one.title, kind)]));
  const rankOf = (one: NamedColumn): number => meanings.get(one)?.rank ?? 0;
  const best = named.toSorted((one, other) => rankOf(one) - rankOf(other));
  pass('name', (one) => meanings.get(one)?.column, best);
  if (kind === 'bills')
    pass('roster', (one) => (!meanings.get(one) && isOfRoster(one.title) ? null : undefined));
  markRivals(named.map((one) => ({ one, meaning: meanings.get(one) })));
  return named.filter(({ index, title }) => index > 0 || plainHeading(title) !== 'problem');
}

/** What a bill takes from its student in the roster. In a sheet of bills these columns are known, but not used. */
const rosterFields: readonly Field[] = ['class', 'section', 'fatherName'];
const isOfRoster = (title: string): boolean => {
  const field = meaningOf(title, 'students')?.column.field;
  return field !== undefined && rosterFields.includes(field);
};

const knownIn = (titles: readonly string[], naming: Naming): NamedColumn[] =>
  nameColumns(titles, naming).filter(({ column }) => column !== null);

/** Joins two heading rows that share their columns: for example `Total` and `After due` below a merged `Amounts`. */
function merge(upper: readonly Cell[], lower: readonly Cell[], naming: Naming): string[] | undefined {
  const above = titlesOf(upper);
  const below = titlesOf(lower);
  const known = knownIn(above, naming);
  const isShared = known.length > 1 && known.every(({ index }) => !below[index]);
  const isOnlyText = lower.every((cell) => isEmptyCell(cell) || typeof cell === 'string');
  if (!isShared || !isOnlyText || knownIn(below, naming).length === 0) return undefined;
  return Array.from(
    { length: Math.max(above.length, below.length) },
    (_, at) => below[at] || above[at] || '',
  );
}

function withNeighbour(rows: Rows, index: number, naming: Naming): Header {
  const row = rows[index] ?? [];
  const withNext = merge(row, rows[index + 1] ?? [], naming);
  if (withNext) return { index: index + 1, titles: withNext };
  return { index, titles: merge(rows[index - 1] ?? [], row, naming) ?? titlesOf(row) };
}

/**
 * The first row with three known headings, otherwise the first with two, otherwise the first whose only headings are
 * known. With this order, a title such as `Branch` above the headings is not taken for a heading.
 */
export function findHeader(rows: Rows, naming: Naming): Header | undefined {
  const found: { index: number; known: number; isAll: boolean }[] = [];
  for (let index = 0; index < rows.length && found.length < searchedRows; index += 1) {
    const row = rows[index] ?? [];
    if (row.every(isEmptyCell)) continue;
    const titles = titlesOf(row);
    const named = nameColumns(titles, naming).filter(({ title }) => title !== '');
    const known = named.filter(({ column }) => column !== null).length;
    if (known >= surelyEnough) return withNeighbour(rows, index, naming);
    found.push({ index, known, isAll: named.length === known });
  }
  const best =
    found.find(({ known }) => known === 2) ?? found.find(({ known, isAll }) => known === 1 && isAll);
  return best && withNeighbour(rows, best.index, naming);
}

/** If no heading is known: the first row with two texts, so that its columns can be mapped by hand. */
export function proposeHeader(rows: Rows): Header | undefined {
  const index = rows.findIndex(
    (row) => row.filter((cell) => typeof cell === 'string' && /\p{L}/u.test(cell)).length >= 2,
  );
  return index < 0 ? undefined : { index, titles: titlesOf(rows[index] ?? []) };
}
