/** Pure rules of the chart: which rows of a report it shows, and in which colours. */
import type { Report, ReportRow } from '#shared/calls/reports.ts';
import type { ReportFigure } from '#shared/money/reports.ts';

/** The largest number of bars. More bars could not be distinguished. */
const mostBars = 31;

/**
 * The rows to draw. For billings and days they are the latest rows, with time from left to right. Otherwise they are
 * the first rows. A chart with fewer than two bars is useless, so no rows are returned.
 */
export function rowsToDraw({ by, totals }: Report, rows: readonly ReportRow[]): ReportRow[] {
  if (by === 'family' || totals.length > 1 || rows.length < 2) return [];
  if (by === 'billing') return rows.slice(0, mostBars).toReversed();
  return by === 'day' ? rows.slice(-mostBars) : rows.slice(0, mostBars);
}

const colours: Partial<Record<ReportFigure, string>> = {
  billed: 'var(--q-broadcast-3)',
  markedPaid: 'var(--q-faint)',
  voided: 'var(--q-faint)',
  outstanding: 'var(--q-unpaid)',
  returned: 'var(--q-unpaid)',
  fine: 'var(--q-unpaid)',
  notDue: 'var(--q-broadcast-3)',
  days30: 'var(--q-broadcast-2)',
  days60: 'var(--q-broadcast-1)',
  days90: 'var(--q-warn)',
  older: 'var(--q-unpaid)',
  writtenOff: 'var(--q-warn)',
  lowered: 'var(--q-broadcast-2)',
  conceded: 'var(--q-broadcast-3)',
};

/** The colour of a figure. The legend shows which figure has which colour. */
export const colourOf = (figure: ReportFigure): string => colours[figure] ?? 'var(--q-broadcast-1)';
