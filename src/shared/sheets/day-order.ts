/** Whether day or month is first in a column of text dates. The whole column decides, not each cell. */
import { formatDay } from '../dates.ts';
import { dayColumnNote, monthFirstNote } from '../words/sheets.ts';
import { type Cell, nameOfCell } from './cells.ts';
import type { MappedColumn } from './find-header.ts';
import { type DayOrder, orderOfDay } from './read-day.ts';

/** `example`: an ambiguous text, read as `day`. `monthFirstText`: a text that is a date only with the month first. */
type DayOrderEvidence = {
  unsure: number;
  example: string;
  day: string;
  monthFirstText: string;
  orders: Set<DayOrder['order']>;
};

/** Checks each distinct text once, because a column has only a few different days. */
function lookAt(
  rows: readonly (readonly Cell[])[],
  { index }: MappedColumn,
  first: number,
): DayOrderEvidence {
  const known = new Map<string, DayOrder | undefined>();
  const evidence: DayOrderEvidence = {
    unsure: 0,
    example: '',
    day: '',
    monthFirstText: '',
    orders: new Set(),
  };
  for (let at = first; at < rows.length; at += 1) {
    const cell = rows[at]?.[index];
    if (typeof cell !== 'string') continue;
    if (!known.has(cell)) known.set(cell, orderOfDay(cell));
    const found = known.get(cell);
    if (!found) continue;
    evidence.orders.add(found.order);
    if (found.order === 'monthFirst') evidence.monthFirstText ||= cell;
    if (found.order !== 'unsure') continue;
    if (evidence.unsure === 0) Object.assign(evidence, { example: cell, day: found.day });
    evidence.unsure += 1;
  }
  return evidence;
}

/** The order of a column's text dates; `unsure` if nothing shows it. Fields with contradicting dates are absent. */
export type TextOrders = ReadonlyMap<string, DayOrder['order']>;

/**
 * One unambiguous date decides for its column. Without one the day is first, and one note for each field says so. If
 * dates contradict each other, each row says how it was read.
 */
export function findDayOrder(
  { rows, mapped }: { rows: readonly (readonly Cell[])[]; mapped: readonly MappedColumn[] },
  first: number,
): { textOrders: TextOrders; dayNotes: ReadonlyMap<string, string> } {
  const textOrders = new Map<string, DayOrder['order']>();
  const dayNotes = new Map<string, string>();
  for (const one of mapped) {
    if (one.column.kind !== 'day' && one.column.kind !== 'month') continue;
    const { field } = one.column;
    const { unsure, example, day, monthFirstText, orders } = lookAt(rows, one, first);
    if (orders.has('monthFirst') && orders.has('dayFirst')) continue;
    const order = orders.has('monthFirst') ? 'monthFirst' : orders.has('dayFirst') ? 'dayFirst' : 'unsure';
    textOrders.set(field, order);
    if (order === 'monthFirst')
      dayNotes.set(field, monthFirstNote(one.title, nameOfCell(monthFirstText), sayDay(monthFirstText)));
    if (order === 'unsure' && unsure > 0)
      dayNotes.set(
        field,
        dayColumnNote(one.title, { count: unsure, typed: nameOfCell(example), day: formatDay(day) }),
      );
  }
  return { textOrders, dayNotes };
}

const sayDay = (monthFirst: string): string => formatDay(orderOfDay(monthFirst)?.day ?? '');
