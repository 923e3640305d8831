/** Finds the heading row, and maps the columns of the sheet to fields. */

import { type Cell, isEmptyCell, nameOfCell, plainText } from './cells.ts';
import { type ColumnUse, columnUses, mayBeSeveral, type NamedColumn, type SheetColumn } from './checked.ts';
import { type Column, columnOf, type Field, type Meaning, meaningOf, plainHeading } from './columns.ts';
import { type HeadUse, headUseOf } from './fee-heads.ts';
import type { ImportKind } from './sheet-rows.ts';

/**
 * `index`: the column in the sheet, 0 for A; `title`: the heading as typed. `head`: the column is a head of the bill,
 * whose name is stored in this field if the column has an amount. `also`: further columns of the same field.
 */
export type MappedColumn = {
  column: Column;
  index: number;
  title: string;
  head?: { field: Field; name: string; use: HeadUse };
  /** The cells show that the amounts are after concessions. */
  isNet?: boolean;
  also?: readonly MappedColumn[];
};

/** All columns of the sheet that contain the field, from left to right. */
export const partsOf = (one: MappedColumn): readonly MappedColumn[] =>
  one.also ? [one, ...one.also] : [one];

/**
 * The mappings that count before names: remembered headings in plain form, and columns mapped by hand, by index.
 * `empty`: columns without values, by index; a name proposes nothing for them.
 */
export type Naming = {
  kind: ImportKind;
  remembered: ReadonlyMap<string, string | null>;
  byHand: ReadonlyMap<number, string | null>;
  empty?: ReadonlySet<number>;
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
  const open = fitting.filter(({ one }) => one.by !== 'memory' && one.by !== 'empty');
  // A column that a person added counts too, whatever its heading is.
  const fieldOf = ({ one, meaning }: (typeof fitting)[number]): string | undefined =>
    mayBeSeveral(one.column?.field) ? one.column?.field : meaning?.column.field;
  const fields = open.map(fieldOf);
  for (const { one, meaning } of open) {
    const field = fieldOf({ one, meaning });
    if (field && fields.filter((other) => other === field).length > 1) one.fits = field;
  }
}

const unnamed = (title: string, index: number): NamedColumn => ({
  index,
  title,
  column: null,
  by: 'none',
  use: null,
  hasNoPlace: false,
  fits: null,
});

/**
 * Maps each column by the first that applies: by hand, from memory, by its name or a usual spelling. If several
 * headings fit one field, the best gets it (the first of equal ones), and all of them are marked. A field that allows
 * several columns gets all columns chosen by hand or remembered. The column `Problem` at the start of our own error
 * workbook is skipped.
 */
export function nameColumns(titles: readonly string[], naming: Naming): NamedColumn[] {
  const { kind, remembered, byHand, empty } = naming;
  const named = titles.map(unnamed);
  const taken = new Set<Column>();
  type Found = Column | ColumnUse | null | undefined;
  const pass = (by: SheetColumn['by'], find: (one: NamedColumn) => Found, among = named): void => {
    for (const one of among) {
      const found = one.by === 'none' ? find(one) : undefined;
      const use = typeof found === 'string' ? found : null;
      const column = typeof found === 'string' ? null : found;
      if (column === undefined) continue;
      const isFree = column === null || !taken.has(column) || (by !== 'name' && mayBeSeveral(column.field));
      if (!isFree) continue;
      Object.assign(one, { column, by, use });
      if (column) taken.add(column);
    }
  };
  const chosen = (field: string | null | undefined): Found => {
    const use = kind === 'bills' ? columnUses.find((each) => each === field) : undefined;
    return use ?? (field ? columnOf(kind, field) : field === null ? null : undefined);
  };
  pass('hand', ({ index }) => chosen(byHand.get(index)));
  if (remembered.size > 0) pass('memory', ({ title }) => chosen(remembered.get(plainHeading(title))));
  const meanings = new Map(named.map((one) => [one, meaningOf(one.title, kind)]));
  const rankOf = (one: NamedColumn): number => meanings.get(one)?.rank ?? 0;
  const best = named.toSorted((one, other) => rankOf(one) - rankOf(other));
  const isEmpty = ({ index, title }: NamedColumn): boolean => title !== '' && empty?.has(index) === true;
  const isMissed = (one: NamedColumn): boolean => missedFields.has(meanings.get(one)?.column.field ?? '');
  const [filled, missed] = [
    best.filter((one) => !isEmpty(one)),
    best.filter((one) => isEmpty(one) && isMissed(one)),
  ];
  for (const among of [filled, missed])
    pass('name', (one) => meanings.get(one)?.column ?? unneededUse(one.title), among);
  pass('empty', (one) => (isEmpty(one) ? null : undefined));
  markRivals(named.map((one) => ({ one, meaning: meanings.get(one) })));
  return named.filter(({ index, title }) => index > 0 || plainHeading(title) !== 'problem');
}

/** An empty column has these fields if no other column has, because each row then says what it lacks. */
const missedFields: ReadonlySet<string> = new Set<Field>(['name', 'number', 'total', 'dueDate']);

const plainSet = (headings: string): ReadonlySet<string> =>
  new Set(headings.split(',').map((heading) => plainHeading(heading)));

/** Headings of columns that every second sheet has, and no bill needs. */
const unneeded: readonly (readonly [ColumnUse, ReadonlySet<string>])[] = [
  [
    'serial',
    plainSet(
      'Sr,Sr No,Sr #,Sr Number,S No,S #,Sno,S/N,SN,Sl,Sl No,Serial,Serial No,Serial Number,Ser No,No,#,Line No,نمبر شمار,شمار,سیریل,سیریل نمبر',
    ),
  ],
  ['remarks', plainSet('Remarks,Remark,Rem,Comments,Comment,Notes,Note,ریمارکس,کیفیت,تبصرہ,نوٹ')],
];
const unneededUse = (title: string): ColumnUse | undefined =>
  unneeded.find(([, headings]) => headings.has(plainHeading(title)))?.[0];

const recognisedIn = (titles: readonly string[], naming: Naming): NamedColumn[] =>
  nameColumns(titles, naming).filter(({ column }) => column !== null);

/**
 * Joins two heading rows that share their columns: for example `Total` and `After due` below a merged `Amounts`. A
 * heading over several columns is the name of a group; every other one stands over an empty cell.
 */
function merge(upper: readonly Cell[], lower: readonly Cell[], naming: Naming): string[] | undefined {
  const above = titlesOf(upper);
  const below = titlesOf(lower);
  const isOfGroup = (at: number): boolean =>
    Boolean(above[at] && !above[at + 1] && below[at] && below[at + 1]);
  const recognised = recognisedIn(above, naming).filter(({ index }) => !isOfGroup(index));
  const isShared = recognised.length > 1 && recognised.every(({ index }) => !below[index]);
  const isOnlyText = lower.every((cell) => isEmptyCell(cell) || typeof cell === 'string');
  const hasGroup = below.some((title, at) => isOfGroup(at) && headUseOf(title) !== undefined);
  if (!isShared || !isOnlyText || (recognisedIn(below, naming).length === 0 && !hasGroup)) return undefined;
  let group = '';
  return Array.from({ length: Math.max(above.length, below.length) }, (_, at) => {
    if (above[at]) group = isOfGroup(at) ? above[at] : '';
    return below[at] ? titleIn(group, below[at], { below, kind: naming.kind }) : (above[at] ?? '');
  });
}

/** The heading of a column below the name of its group, which is added if the heading alone says too little. */
function titleIn(group: string, title: string, of: { below: readonly string[]; kind: ImportKind }): string {
  if (group === '') return title;
  const whole = `${group} ${title}`;
  const isRepeated = of.below.filter((other) => other === title).length > 1;
  if (isRepeated) return whole;
  const isClear = meaningOf(title, of.kind) !== undefined || headUseOf(title) !== undefined;
  return !isClear && meaningOf(whole, of.kind) ? whole : title;
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
  const found: { index: number; recognised: number; isAll: boolean }[] = [];
  for (let index = 0; index < rows.length && found.length < searchedRows; index += 1) {
    const row = rows[index] ?? [];
    if (row.every(isEmptyCell)) continue;
    const titles = titlesOf(row);
    const named = nameColumns(titles, naming).filter(({ title }) => title !== '');
    const recognised = named.filter(({ column }) => column !== null).length;
    if (recognised >= surelyEnough) return withNeighbour(rows, index, naming);
    found.push({ index, recognised, isAll: named.length === recognised });
  }
  const best =
    found.find(({ recognised }) => recognised === 2) ??
    found.find(({ recognised, isAll }) => recognised === 1 && isAll);
  return best && withNeighbour(rows, best.index, naming);
}

/**
 * The sheet with rows and columns exchanged, if its headings stand in the first column: one child in each column.
 * Undefined if a row has more headings.
 */
export function turned(rows: Rows, naming: Naming): Cell[][] | undefined {
  if (rows.length > mostTurned) return undefined;
  const first = rows.map(([cell]) => cell ?? null);
  const recognised = recognisedIn(titlesOf(first), naming).length;
  if (recognised < surelyEnough) return undefined;
  if (rows.some((row) => recognisedIn(titlesOf(row), naming).length >= recognised)) return undefined;
  const width = Math.max(...rows.map(({ length }) => length));
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null));
}
/** A bill has no more fields, titles and notes included. */
const mostTurned = 80;

/** If no heading is known: the first row with two texts, so that its columns can be mapped by hand. */
export function proposeHeader(rows: Rows): Header | undefined {
  const index = rows.findIndex(
    (row) => row.filter((cell) => typeof cell === 'string' && /\p{L}/u.test(cell)).length >= 2,
  );
  return index < 0 ? undefined : { index, titles: titlesOf(rows[index] ?? []) };
}
