/** Whether day or month is first in a column of text dates. The whole column decides, not each cell. */
import { formatDay } from '../time/dates.ts';
import { type Cell, nameOfCell, tidy } from './cells.ts';
import type { MappedColumn } from './find-header.ts';
import { type DayOrder, orderOfDay, sureDayOf, swapDay } from './read-day.ts';
import { dayColumnNote, monthFirstNote } from './sheet-words.ts';

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
  const cache = new Map<string, DayOrder | undefined>();
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
    if (!cache.has(cell)) cache.set(cell, orderOfDay(cell));
    const found = cache.get(cell);
    if (!found) continue;
    evidence.orders.add(found.order);
    if (found.order === 'monthFirst') evidence.monthFirstText ||= cell;
    if (found.order !== 'unsure') continue;
    if (evidence.unsure === 0) Object.assign(evidence, { example: cell, day: found.day });
    evidence.unsure += 1;
  }
  return evidence;
}

/**
 * The order of a column's text dates; `unsure` if nothing shows it, and `mixed` if dates contradict each other. `day`:
 * the only day that all dates of the column can mean.
 */
type TextOrder = DayOrder['order'] | 'mixed' | { day: string };
export type TextOrders = ReadonlyMap<string, TextOrder>;

type Rows = readonly (readonly Cell[])[];

/** The day that every date of the column can mean, if its dates are written in several ways and no other fits. */
function oneDayOf(
  rows: Rows,
  { index }: MappedColumn,
  { first, is1904 }: { first: number; is1904: boolean },
) {
  let days: readonly string[] | undefined;
  const seen = new Set<Cell | undefined>();
  for (let at = first; at < rows.length; at += 1) {
    const cell = tidy(rows[at]?.[index]);
    const isDay = typeof cell === 'object' || typeof cell === 'number';
    if (cell === null || (!isDay && seen.has(cell))) continue;
    seen.add(cell);
    const sure = sureDayOf(cell, is1904);
    const unsure = typeof cell === 'string' && sure === undefined ? orderOfDay(cell) : undefined;
    const other = unsure && swapDay(unsure.day);
    // A note below the dates is no date.
    if (sure === undefined && !unsure) continue;
    const own = [sure, unsure?.day, other].filter((day) => day !== undefined);
    days = days ? days.filter((day) => own.includes(day)) : own;
    if (days.length === 0) return undefined;
  }
  return seen.size > 1 && days?.length === 1 ? days[0] : undefined;
}

/**
 * One unambiguous date decides for its column. Without one the day is first, and one note for each field says so. If
 * dates contradict each other, the ambiguous ones are asked about.
 */
export function findDayOrder(
  { rows, mapped, is1904 }: { rows: Rows; mapped: readonly MappedColumn[]; is1904: boolean },
  first: number,
): { textOrders: TextOrders; dayNotes: ReadonlyMap<string, string> } {
  const textOrders = new Map<string, TextOrder>();
  const dayNotes = new Map<string, string>();
  for (const one of mapped) {
    if (one.column.kind !== 'day' && one.column.kind !== 'month') continue;
    const { field } = one.column;
    const { unsure, example, day, monthFirstText, orders } = lookAt(rows, one, first);
    const onlyDay = unsure > 0 ? oneDayOf(rows, one, { first, is1904 }) : undefined;
    if (onlyDay !== undefined) textOrders.set(field, { day: onlyDay });
    else if (orders.has('monthFirst') && orders.has('dayFirst')) textOrders.set(field, 'mixed');
    if (textOrders.has(field)) continue;
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
