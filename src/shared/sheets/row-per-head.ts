/** Sheets with a row for each fee of a student. The rows of one student become one row with all heads and their sum. */
import { headNumbers } from '../money/bill-heads.ts';
import { classOfFeeHead, plainFeeHead } from '../money/fee-head-class.ts';
import { toPaisa, toRupees } from '../money/money.ts';
import type { CountryCode } from '../people/phone.ts';
import { type Cell, isEmptyCell, tidy } from './cells.ts';
import type { NamedColumn } from './checked.ts';
import { type Column, columnOf, isOnlyOfStudent, meaningOf, plainHeading } from './columns.ts';
import { readsAsFee } from './fee-heads.ts';
import { type MappedColumn, partsOf } from './find-header.ts';
import { isSumWord } from './no-bills.ts';
import { Findings } from './problem.ts';
import { readHeadAmount } from './read-amount.ts';
import { showCell } from './samples.ts';
import { mostColumns } from './sheet-limits.ts';
import { mayBeShifted, type Shape } from './sheet-shape.ts';

type Rows = readonly (readonly Cell[])[];

/** `rows` with one row for each student, and `mapped` with the new columns for the heads. */
export type Gathered = {
  rows: Rows;
  mapped: MappedColumn[];
  /** Columns whose values are now in the heads. */
  used: readonly number[];
  rowsBefore: number;
  bills: number;
  /** Concessions that were subtracted although their amounts have no minus. */
  takenOff: readonly string[];
};

type Sheet = {
  rows: Rows;
  first: number;
  mapped: readonly MappedColumn[];
  /** All columns of the sheet, with and without headings. */
  named: readonly NamedColumn[];
  shape: Shape | undefined;
  country: CountryCode;
};

const plain = (words: string): Set<string> => new Set(words.split(',').map(plainHeading));
const headWords = plain(
  'Fee Head,Fee Heads,Head,Heads,Head of Fee,Head of Account,Head Name,Fee Name,Fee Type,Type of Fee,Fee Category,Fees Category,Fee Component,Component,Components,Particular,Particulars,Description,Fee Description,Details,Item,Item Name,Fee Item,Charge,Charge Type,Charge Name,Fee,Fees,Category,فیس کی مد,مد,تفصیل,فیس کی قسم,فیس',
);
const amountWords =
  /amount|amt|rupees|^rs$|^pkr$|price|value|^fees?$|^charges?$|^rate$|^dues?$|رقم|روپے|مبلغ|قیمت/;

const textIn = (row: readonly Cell[], index: number): string => showCell(row[index]).trim();

/** A key that is equal for the rows of one student. */
function keyOf(row: readonly Cell[], mapped: readonly MappedColumn[]): string {
  const textOf = (field: string): string => {
    const column = mapped.find((one) => one.column.field === field);
    return column
      ? partsOf(column)
          .map(({ index }) => textIn(row, index))
          .join(' ')
          .trim()
          .toLowerCase()
      : '';
  };
  // Bills of different months stay separate.
  const period = `${textOf('month')} ${textOf('year')}`;
  for (const field of ['regNum', 'invNo'])
    if (textOf(field) !== '') return `${field} ${textOf(field)} ${period}`;
  const [name, number] = [textOf('name'), textOf('number')];
  return name + number === '' ? '' : `name ${name} ${number} ${period}`;
}

/** Row indexes of a student. `isMoved`: the cells of one of the rows have moved to other columns. */
type Group = { rows: number[]; isMoved: boolean };

function groupsOf({ rows, first, mapped, shape }: Sheet): Group[] {
  const groups = new Map<string, Group>();
  let last: Group | undefined;
  for (let at = first; at < rows.length; at += 1) {
    const row = rows[at] ?? [];
    if (row.every(isEmptyCell)) continue;
    const key = keyOf(row, mapped);
    // A row without a name belongs to the row above, unless it is a total.
    const group =
      key === ''
        ? row.some(isSumWord)
          ? undefined
          : last
        : (groups.get(key) ?? { rows: [], isMoved: false });
    if (!group) continue;
    if (key !== '') groups.set(key, group);
    last = group;
    group.rows.push(at);
    group.isMoved ||= shape !== undefined && mayBeShifted(row, shape);
  }
  return [...groups.values()];
}

const isName = (text: string): boolean => /\p{L}/u.test(text);

/** Whether a column names a different fee in every row of a student. */
function isOfHeads({ rows }: Sheet, groups: readonly Group[], { index, title }: NamedColumn): boolean {
  const several = groups.filter((group) => group.rows.length > 1);
  const texts = several.map((group) => group.rows.map((at) => textIn(rows[at] ?? [], index)));
  const whole = texts.filter((all) => all.every(isName) && new Set(all.map(plainHeading)).size > 1);
  if (whole.length === 0 || whole.length * 2 <= several.length) return false;
  if (headWords.has(plainHeading(title))) return true;
  const names = [...new Set(whole.flat())];
  return names.filter(readsAsFee).length * 2 >= names.length;
}

const amountOf = (cell: Cell | undefined, country: CountryCode): number | undefined => {
  const tidied = tidy(cell);
  // If a dot may separate thousands, a person must decide first, so the rows are not joined by such an amount.
  if (tidied === null || (typeof tidied === 'string' && /\.\d{3}(?!\d)/.test(tidied))) return undefined;
  const read = readHeadAmount(tidied, new Findings(), { country });
  return typeof read === 'number' ? read : undefined;
};

/** The column with the amounts of the heads: a column of amounts, otherwise the column of totals. */
function amountColumn({ rows, named, mapped, country }: Sheet, groups: readonly Group[], head: number) {
  const places = groups.flatMap((group) => group.rows).filter((at) => textIn(rows[at] ?? [], head) !== '');
  const isAmount = ({ index }: { index: number }): boolean =>
    places.length > 0 &&
    places.filter((at) => amountOf(rows[at]?.[index], country) !== undefined).length * 2 > places.length;
  const own = named.filter(
    (one) => one.column === null && one.index !== head && amountWords.test(plainHeading(one.title)),
  );
  const found = own.find(isAmount);
  if (found) return found.index;
  return mapped.find((one) => one.column.field === 'total' && isAmount(one))?.index;
}

/** The amount of a concession is subtracted, with and without a minus. */
function signed(cell: Cell | undefined, name: string, country: CountryCode): Cell {
  const read = isEmptyCell(cell) ? undefined : amountOf(cell, country);
  const isPositive = read !== undefined && read > 0 && classOfFeeHead(name) === 'concession';
  return isPositive ? -read : (cell ?? null);
}

/**
 * What the name of a row means. `sum`: of the other rows of the student. `other`: what was paid or is asked later, so a
 * person must say what the bill asks for.
 */
type RowKind = 'fee' | 'sum' | 'other';

const paymentWords = /(?:^| )(?:paid|received|recd|وصول|ادا)(?: |$)|^payments?$/;

function kindOf(name: string, kinds: Map<string, RowKind>): RowKind {
  const before = kinds.get(name);
  if (before !== undefined) return before;
  const field = meaningOf(name, 'bills')?.column.field;
  const isOther =
    field === 'paidAmount' || field === 'amountAfterDueDate' || paymentWords.test(plainFeeHead(name));
  const kind = isSumWord(name) || field === 'total' ? 'sum' : isOther ? 'other' : 'fee';
  kinds.set(name, kind);
  return kind;
}

/** Whether the amount is the sum of two or more amounts above it. */
function isSumAbove(amounts: readonly Cell[], at: number, country: CountryCode): boolean {
  if (at < 2) return false;
  const [own, above] = [amountOf(amounts[at], country), sumOf(amounts.slice(0, at), country)];
  return own !== undefined && own === above;
}

const inWords = (cells: readonly (Cell | undefined)[]): Cell => cells.map(showCell).join(' + ');

function sumOf(cells: readonly (Cell | undefined)[], country: CountryCode): Cell {
  const amounts = cells.map((cell) => amountOf(cell, country));
  const isRead = amounts.every((one) => one !== undefined);
  if (cells.length === 1) return cells[0] ?? null;
  return isRead ? toRupees(amounts.reduce((sum, one = 0) => sum + toPaisa(one), 0)) : inWords(cells);
}

const made = (field: string, index: number, title?: string): MappedColumn => {
  const column = columnOf('bills', field) as Column;
  return { column, index, title: title ?? column.heading };
};

/** `areRepeated`: all rows of each student have the same amount, which may be the sum of all. */
type Columns = {
  head: number;
  amount: number;
  total: MappedColumn;
  summed: readonly number[];
  areRepeated: boolean;
  takenOff: Set<string>;
  kinds: Map<string, RowKind>;
};

/** Joins several rows. If they contradict each other, the total is left unreadable, so that a person checks it. */
function gather(sheet: Sheet, { rows: places, isMoved }: Group, columns: Columns): Cell[] {
  const { rows, mapped, country } = sheet;
  const { head, amount, total, summed, areRepeated, takenOff, kinds } = columns;
  const all = places.map((at) => rows[at] ?? []);
  const whole: Cell[] = Array.from({ length: mostColumns }, () => null);
  for (const [at, cell] of (all[0] ?? []).entries()) whole[at] = cell;
  const isSum = (row: readonly Cell[]): boolean => kindOf(textIn(row, head), kinds) === 'sum';
  const [heads, sums] = [all.filter((row) => !isSum(row)), all.filter(isSum)];
  const names = heads.map((row) => textIn(row, head));
  const amounts = heads.map((row, at) => signed(row[amount], names[at] ?? '', country));
  for (const [at, name] of names.entries())
    if (amounts[at] !== (heads[at]?.[amount] ?? null)) takenOff.add(name);
  const sum = sumOf(amounts, country);
  const areFees =
    names.every((name) => isName(name) && kindOf(name, kinds) === 'fee') &&
    !names.some((name, at) => !readsAsFee(name) && isSumAbove(amounts, at, country));
  const isNamed = all.length === 1 || areFees;
  const isSumStated = sums.every((row) => amountOf(row[amount], country) === sum);
  let isOne = isNamed && isSumStated && !isMoved && new Set(names.map(plainHeading)).size === names.length;
  for (const { index, column } of mapped.flatMap(partsOf)) {
    if (index === amount || summed.includes(index)) continue;
    const filled = all.filter((row) => !isEmptyCell(row[index]));
    isOne &&=
      isOnlyOfStudent(column.field) ||
      new Set(filled.map((row) => textIn(row, index).toLowerCase())).size < 2;
    const [cell = null] = filled.map((row) => row[index]);
    // An amount merged over the rows of one student is owed once.
    whole[index] = typeof cell === 'object' && cell?.kind === 'merged' ? cell.cell : cell;
  }
  for (const index of summed)
    whole[index] = sumOf(
      heads.map((row) => row[index] ?? 0),
      country,
    );
  for (const at of heads.slice(0, headNumbers.length).keys()) {
    if (names[at] === '') continue;
    whole[mostColumns + at * 2] = names[at] ?? null;
    whole[mostColumns + at * 2 + 1] = amounts[at] ?? null;
  }
  const isStated = total.index !== amount && !isEmptyCell(whole[total.index]);
  if (!isStated) {
    whole[total.index] = sum;
    isOne &&= !areRepeated || heads.length < 2;
  }
  if (!isOne) whole[total.index] = inWords(all.map((row) => row[amount]));
  return whole;
}

function findColumns(sheet: Sheet, groups: readonly Group[]): { head: number; amount: number } | undefined {
  const free = sheet.named.filter(({ column, title }) => column === null && title !== '');
  const heads = free.filter((one) => isOfHeads(sheet, groups, one));
  const head = heads.find(({ title }) => headWords.has(plainHeading(title))) ?? heads[0];
  const amount = head && amountColumn(sheet, groups, head.index);
  return head && amount !== undefined ? { head: head.index, amount } : undefined;
}

/** Whether all rows of each student have the same amount, which may be the sum of all. */
function areAmountsRepeated({ rows, country }: Sheet, groups: readonly Group[], amount: number): boolean {
  const several = groups.filter((group) => group.rows.length > 1);
  return several.every(
    (group) => new Set(group.rows.map((at) => amountOf(rows[at]?.[amount], country))).size === 1,
  );
}

/** The table with one row for each student; undefined if the sheet has no row for each head. */
export function gatherHeads(sheet: Sheet): Gathered | undefined {
  const { rows, mapped, named } = sheet;
  if (mapped.some(({ column: { field } }) => /^(?:head|amount)\d/.test(field))) return undefined;
  const groups = groupsOf(sheet);
  if (groups.every((group) => group.rows.length < 2)) return undefined;
  const found = findColumns(sheet, groups);
  if (!found) return undefined;
  const { head, amount } = found;
  const isOfStudent = (at: number): boolean => {
    const row = rows[at] ?? [];
    return keyOf(row, mapped) !== '' || (textIn(row, head) !== '' && /\p{N}/u.test(textIn(row, amount)));
  };
  for (const group of groups) group.rows = group.rows.filter(isOfStudent);
  const existing = mapped.find(({ column }) => column.field === 'total');
  const total = existing ?? made('total', mostColumns + headNumbers.length * 2, named[amount]?.title);
  // If the totals are the amounts of single heads, the other amounts belong to single heads too and are added up.
  const isCounted = ({ column: { kind, field } }: MappedColumn): boolean =>
    kind === 'amount' && field !== 'total';
  const summed = total.index === amount ? mapped.filter(isCounted).map(({ index }) => index) : [];
  const areRepeated = areAmountsRepeated(sheet, groups, amount);
  const takenOff = new Set<string>();
  const columns: Columns = { head, amount, total, summed, areRepeated, takenOff, kinds: new Map() };
  const gathered: (readonly Cell[])[] = [...rows];
  let [rowsBefore, bills] = [0, 0];
  for (const group of groups) {
    const whole = gather(sheet, group, columns);
    for (const at of group.rows) gathered[at] = [];
    gathered[group.rows[0] ?? 0] = whole;
    rowsBefore += group.rows.length;
    bills += 1;
  }
  if (bills === rowsBefore) return undefined;
  const most = Math.max(...groups.map((group) => group.rows.length));
  const ofHeads = headNumbers
    .slice(0, most)
    .flatMap((n, at) => [
      made(`head${n}`, mostColumns + at * 2),
      made(`amount${n}`, mostColumns + at * 2 + 1),
    ]);
  return {
    rows: gathered,
    mapped: [...mapped, ...ofHeads, ...(existing ? [] : [total])],
    used: [head, amount],
    rowsBefore,
    bills,
    takenOff: [...takenOff],
  };
}
