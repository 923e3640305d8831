/** Which of day and month stands first in a column of dates typed as text: told by the column, not by each of its cells. */
import { formatDay } from '../dates.ts';
import { dayColumnNote } from '../words/sheets.ts';
import { type Cell, nameOfCell } from './cells.ts';
import type { MappedColumn } from './find-header.ts';
import { type DayOrder, orderOfDay } from './read-day.ts';

type Told = { unsure: number; example: string; day: string; orders: Set<DayOrder['order']> };

/** Nearly all cells of a column hold a few days, so that each is looked at once. */
function lookAt(rows: readonly (readonly Cell[])[], { index }: MappedColumn, first: number): Told {
  const known = new Map<string, DayOrder | undefined>();
  const told: Told = { unsure: 0, example: '', day: '', orders: new Set() };
  for (let at = first; at < rows.length; at += 1) {
    const cell = rows[at]?.[index];
    if (typeof cell !== 'string') continue;
    if (!known.has(cell)) known.set(cell, orderOfDay(cell));
    const found = known.get(cell);
    if (!found) continue;
    told.orders.add(found.order);
    if (found.order !== 'unsure') continue;
    if (told.unsure === 0) Object.assign(told, { example: cell, day: found.day });
    told.unsure += 1;
  }
  return told;
}

/**
 * `settled`: fields whose rows need not say how their dates were read. One date that can only be read with the day first
 * settles it for its column; where nothing does, a note says it once. Where there are both, each row says it.
 */
export function findDayOrder(
  { rows, mapped }: { rows: readonly (readonly Cell[])[]; mapped: readonly MappedColumn[] },
  first: number,
): { settled: ReadonlySet<string>; notes: string[] } {
  const settled = new Set<string>();
  const notes: string[] = [];
  for (const one of mapped) {
    if (one.column.kind !== 'day' && one.column.kind !== 'month') continue;
    const { unsure, example, day, orders } = lookAt(rows, one, first);
    if (orders.has('monthFirst')) continue;
    settled.add(one.column.field);
    if (unsure > 0 && !orders.has('dayFirst'))
      notes.push(
        dayColumnNote(one.title, { count: unsure, typed: nameOfCell(example), day: formatDay(day) }),
      );
  }
  return { settled, notes };
}
