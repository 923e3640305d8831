/** Headings that mean one of two things. The cells of their columns show which. */
import { readStatus } from '../money/bill-status.ts';
import { classOfFeeHead } from '../money/fee-head-class.ts';
import { toPaisa } from '../money/money.ts';
import type { CountryCode } from '../people/phone.ts';
import { type Cell, isEmptyCell, tidy } from './cells.ts';
import type { NamedColumn } from './checked.ts';
import { columnOf, type Field } from './columns.ts';
import { isHeadUse, isLooseFee, readsAsFee } from './fee-heads.ts';
import { Findings } from './problem.ts';
import { readHeadAmount } from './read-amount.ts';

type Rows = readonly (readonly Cell[])[];

const searchedRows = 2000;

/** Sums and differences are the same with dots for thousands and for three decimals. */
const dots = new Map([['', 'thousands' as const]]);

/** `paisaIn`: the amount in a column of a row; 0 if the cell is empty, `NaN` if it holds no amount. */
class Cells {
  readonly rows: Rows;
  readonly #country: CountryCode;

  constructor(rows: Rows, country: CountryCode) {
    this.rows = rows;
    this.#country = country;
  }

  paisaIn(row: readonly Cell[], { index }: NamedColumn): number {
    const cell = tidy(row[index]);
    if (isEmptyCell(cell)) return 0;
    const read = readHeadAmount(cell, new Findings(), { country: this.#country, dots });
    return typeof read === 'number' ? toPaisa(read) : Number.NaN;
  }
}

const isAmountOfHead = ({ column }: NamedColumn): boolean => /^amount\d/.test(column?.field ?? '');

/**
 * `Balance` is what is left of the total, or what older bills left open and the total contains. It is the second if
 * fees and balance add up to the total. Returns the columns that are fees then, by index.
 */
function findArrears(cells: Cells, named: readonly NamedColumn[]): ReadonlySet<number> {
  const of = (field: Field) => named.find(({ column }) => column?.field === field);
  const [balance, total] = [of('outstanding'), of('total')];
  if (balance?.by !== 'name' || !total || of('paidAmount')) return new Set();
  const fees = named.filter(
    (one) => isAmountOfHead(one) || isHeadUse(one.use) || (one.by === 'none' && readsAsFee(one.title)),
  );
  const loose = named.filter((one) => one.by === 'none' && isLooseFee(one.title));
  const sums = cells.rows.flatMap((row) => {
    const [charged, open] = [cells.paisaIn(row, total), cells.paisaIn(row, balance)];
    return charged > 0 && open > 0 ? [{ row, fees: charged - open }] : [];
  });
  for (const ofFees of [fees, ...loose.flatMap((one) => [[one], [...fees, one]])]) {
    const isSum = ({ row, fees: rest }: { row: readonly Cell[]; fees: number }): boolean =>
      rest > 0 && ofFees.reduce((sum, one) => sum + cells.paisaIn(row, one), 0) === rest;
    if (sums.filter(isSum).length * 2 > sums.length)
      return new Set([balance, ...ofFees.filter(({ by }) => by === 'none')].map(({ index }) => index));
  }
  return new Set();
}

/** `Paid` is an amount, or the status of the bill if its cells are words such as `Yes` and `Not paid`. */
function isStatus(rows: Rows, one: NamedColumn): boolean {
  if (one.column?.field !== 'paidAmount' || one.by !== 'name') return false;
  const filled = rows.map((row) => row[one.index]).filter((cell) => !isEmptyCell(cell));
  const isWord = (cell: Cell | undefined): boolean => typeof cell === 'string' && !/\d/.test(cell);
  return (
    filled.some(isWord) && filled.every((cell) => typeof cell === 'string' && readStatus(cell) !== undefined)
  );
}

/**
 * `Total` is before concessions if another column holds what is left of it after them, whatever its heading is. Both
 * columns are marked, so that a person sees the choice.
 */
function takeNet(cells: Cells, named: readonly NamedColumn[]): readonly NamedColumn[] {
  const total = named.find(({ column }) => column?.field === 'total');
  const unknown = named.filter(({ by, fits }) => by === 'none' && !fits);
  const concessions = unknown.filter(({ title }) => classOfFeeHead(title) === 'concession');
  if (total?.by !== 'name' || concessions.length === 0) return named;
  const nets = cells.rows.flatMap((row) => {
    const off = concessions.reduce((sum, one) => sum + Math.abs(cells.paisaIn(row, one)), 0);
    const charged = cells.paisaIn(row, total);
    return charged > 0 ? [{ row, off, net: charged - off }] : [];
  });
  // A column of what was paid has smaller amounts for some.
  const isNet = (one: NamedColumn): boolean =>
    nets.every(({ row, net }) => cells.paisaIn(row, one) > 0 || net === 0) &&
    nets.filter(({ row, net }) => cells.paisaIn(row, one) === net).length * 10 >= nets.length * 9;
  if (!nets.some(({ off }) => off > 0)) return named;
  const net = unknown.find((one) => !concessions.includes(one) && isNet(one));
  if (!net) return named;
  return named.map((one) => {
    if (one === net) return { ...one, column: total.column, by: 'name', fits: 'total', isNet: true };
    return one === total ? { ...one, column: null, by: 'none', fits: 'total' } : one;
  });
}

/** `fees`: the columns that are fees because of their cells, by index. */
export function decideByCells(
  { rows, from, country }: { rows: Rows; from: number; country: CountryCode },
  named: readonly NamedColumn[],
): { named: NamedColumn[]; fees: ReadonlySet<number> } {
  const cells = new Cells(rows.slice(from, from + searchedRows), country);
  const status = columnOf('bills', 'status');
  const hasStatus = named.some(({ column }) => column === status);
  const asStatus = takeNet(cells, named).map((one) =>
    status && !hasStatus && isStatus(cells.rows, one) ? { ...one, column: status } : one,
  );
  const fees = findArrears(cells, asStatus);
  return {
    named: asStatus.map((one) =>
      fees.has(one.index) ? { ...one, column: null, by: 'none', fits: null } : one,
    ),
    fees,
  };
}
