/** Concessions in a column of their own: an amount with or without a minus, or a part of the fees in per cent. */
import { asciiDigits, type Cell, tidy } from './cells.ts';
import { type Findings, Problem, type Read } from './problem.ts';
import { type AmountContext, readHeadAmount } from './read-amount.ts';

const percent = /^[-\u2212]?(\d{1,3}(?:\.\d{1,4})?) ?(?:%|percent|per ?cent|pct|فیصد)$/i;
const longestPercent = 20;

const textOf = (cell: Cell | undefined): string => {
  if (typeof cell === 'object' && cell?.kind === 'merged') return textOf(cell.cell);
  if (typeof cell === 'object' && cell?.kind === 'shown') return cell.text;
  return typeof cell === 'string' ? cell : '';
};

/** The number of `10 %`, from 0 to 100; undefined if the cell is not a percentage. */
export function percentIn(cell: Cell | undefined): number | undefined {
  const text = textOf(cell);
  if (text === '' || text.length > longestPercent) return undefined;
  const [, digits] = percent.exec(asciiDigits(text)) ?? [];
  const read = digits === undefined ? Number.NaN : Number(digits);
  return read <= 100 ? read : undefined;
}

/** Whether the plain numbers of a column are percentages: Discount %, Concession Percent. */
export const isOfPercent = (heading: string): boolean => /%|per ?cent|\bpct\b|فیصد/i.test(heading);

export type Concession = { percent: number } | { rupees: number };

/** The concession of a cell, always as a positive amount. */
export function readConcession(
  cell: Cell | undefined,
  findings: Findings,
  { isPercent, context }: { isPercent: boolean; context?: AmountContext },
): Read<never> | Concession {
  const stated = percentIn(cell);
  if (stated !== undefined) return { percent: stated };
  const tidied = tidy(cell);
  if (tidied === null) return null;
  const read = readHeadAmount(tidied, findings, context);
  if (read === null || read instanceof Problem) return read;
  return isPercent && Math.abs(read) <= 100 ? { percent: Math.abs(read) } : { rupees: Math.abs(read) };
}
