/**
 * Columns of amounts in which a dot may separate thousands: `12.500` means twelve and a half in some countries and
 * 12,500 in others.
 */
import { toPaisa, toRupees } from '../money/money.ts';
import type { CountryCode } from '../people/phone.ts';
import { asciiDigits, type Cell, tidy } from './cells.ts';
import type { SheetQuestion } from './checked.ts';
import type { MappedColumn } from './find-header.ts';
import { Findings } from './problem.ts';
import { type DotMeaning, readHeadAmount } from './read-amount.ts';
import type { Table } from './read-table.ts';

// Three decimals after four or more digits, or after a single 0: `9000.000`, `0.500`.
const sureDecimals = /(?:^|[^\d.,])(?:0|\d{4,}|\d{1,3}(?:,\d{2,3})+)\.\d{3}(?![\d.,])/;
const sureThousands = /\d\.\d{3}[.,]\d/;

/** Whether some cells prove that the program writes every amount with three decimals. */
export function areDotsDecimals({ rows, first }: Table, { index }: MappedColumn): boolean {
  let isSure = false;
  for (let at = first; at < rows.length; at += 1) {
    const cell = rows[at]?.[index];
    if (typeof cell !== 'string') continue;
    const text = asciiDigits(cell);
    if (sureThousands.test(text)) return false;
    isSure ||= sureDecimals.test(text);
  }
  return isSure;
}

const meanings: readonly DotMeaning[] = ['thousands', 'decimals'];

/** The question with the sum of the column for each answer; empty if no cell is doubtful. */
export function askOfDots(
  { column: { field }, title }: MappedColumn,
  cells: readonly (Cell | undefined)[],
  { country, answer }: { country: CountryCode; answer: DotMeaning | null },
): SheetQuestion[] {
  let count = 0;
  let example = '';
  const sums = { thousands: 0, decimals: 0 };
  for (const raw of cells) {
    const cell = tidy(raw);
    if (cell === null) continue;
    const doubted = new Set<string>();
    for (const meaning of meanings) {
      const findings = new Findings();
      findings.field = field;
      const read = readHeadAmount(cell, findings, { country, doubted, dots: new Map([[field, meaning]]) });
      if (typeof read === 'number') sums[meaning] += toPaisa(read);
    }
    if (doubted.size === 0) continue;
    count += 1;
    if (example === '' && typeof cell === 'string') example = cell;
  }
  if (count === 0) return [];
  const answers = meanings.map((name) => ({ name, rupees: toRupees(sums[name]) }));
  return [{ key: `dots ${field}`, kind: 'dots', field, heading: title, count, example, answers, answer }];
}
