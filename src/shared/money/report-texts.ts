/** The texts in tables and lists of reports, used on the screen, on paper and in workbooks. Pure. */
import type { Report, ReportItem, ReportRow } from '../calls/reports.ts';
import { formatDay, monthName } from '../time/dates.ts';
import { wayWords } from '../words/counter.ts';
import { reportFigureWords, reportKindWords, reportRowWords, reportWords } from '../words/reports.ts';
import {
  lateHead,
  noHead,
  ofGone,
  ofNothing,
  type ReportBy,
  type ReportFigure,
  type ReportName,
  reports,
} from './reports.ts';

type Named = Pick<Report, 'by' | 'campuses'>;

export const sayWay = (method: string): string => (wayWords as Record<string, string>)[method] ?? method;

/** The names of a family's children. */
export const sayFamily = ({ family }: ReportRow): string =>
  family?.children.map(({ name }) => name).join(', ') ?? '';

const ofHead = ({ key, title }: ReportRow): string => {
  if (key === lateHead) return reportRowWords.late;
  if (key === noHead) return reportRowWords.noHead;
  return key === ofGone ? reportRowWords.goneHeads : (title ?? key);
};

const ofKey: Partial<Record<ReportBy, (row: ReportRow) => string>> = {
  billing: ({ title }) => title ?? reportRowWords.gone,
  clerk: ({ title }) => title ?? reportRowWords.person,
  day: ({ key }) => formatDay(key),
  method: ({ key }) => sayWay(key),
  head: ofHead,
};

/** The title of a row. */
export function sayRow(row: ReportRow, { by, campuses }: Named): string {
  if (by === 'family') return sayFamily(row) || reportRowWords.nothing.family;
  if (by === 'campus') return campuses.find(({ id }) => id === row.campusID)?.name ?? '';
  if (row.key === ofNothing) return reportRowWords.nothing[by];
  return ofKey[by]?.(row) ?? row.title ?? row.key;
}

/** The month of a billing, if its name does not contain the year. */
export function sayMonthOf({ month, year, title }: Pick<ReportRow, 'month' | 'year' | 'title'>): string {
  if (month === null || year === null || title?.includes(String(year))) return '';
  return `${monthName(month)} ${year}`;
}

/** These figures are shown only if something was counted. */
const shownIfCounted: readonly ReportFigure[] = ['markedPaid', 'voided'];

/** The figures of a report in their order. */
export const figuresShown = (name: ReportName, totals: Report['totals']): ReportFigure[] =>
  reports[name].figures.filter(
    (figure) =>
      !shownIfCounted.includes(figure) || totals.some(({ figures }) => (figures[figure]?.count ?? 0) > 0),
  );

/** The sum of a figure. For `ageing` it adds up the bands. */
export function figureSum(name: ReportName, figures: ReportRow['figures'], figure: ReportFigure): number {
  if (name !== 'ageing' || figure !== 'outstanding') return figures[figure]?.sum ?? 0;
  const paisa = Object.values(figures).reduce((sum, one) => sum + Math.round((one?.sum ?? 0) * 100), 0);
  return paisa / 100;
}

export const netOf = ({ received, returned }: ReportRow['figures']): number =>
  Math.round(((received?.sum ?? 0) - (returned?.sum ?? 0)) * 100) / 100;

export const sayFigure = (figure: ReportFigure): string => reportFigureWords[figure];

export const sayDays = ({ name, from, to, campuses }: Report): string =>
  reports[name].isOfToday ? reportWords.today(campuses[0]?.today ?? '') : reportWords.span(from, to);

/** The reason and kind of a line in a list, and the closed day that it changes. */
export const sayWhy = ({
  kind,
  reason,
  concerns,
}: Pick<ReportItem, 'kind' | 'reason' | 'concerns'>): string =>
  [
    kind === null ? null : (reportKindWords as Record<string, string>)[kind],
    concerns === null ? null : reportRowWords.concerns(concerns),
    reason,
  ]
    .filter(Boolean)
    .join(': ');

/** The billing of a line. */
export const sayBillingOf = ({ billID, billing, isThere }: ReportItem): string =>
  billing ?? (billID !== null && !isThere ? reportRowWords.gone : '');

/** The date of a line: the day of its money, else its due date. */
export const dayOf = ({ day, dueDate }: ReportItem): string | null => day ?? dueDate;
