/** What stands in the tables and lists of reports, on the screen, on paper and in a workbook alike. Pure. */
import type { Report, ReportItem, ReportRow } from './calls/reports.ts';
import { formatDay, monthName } from './dates.ts';
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
import { wayWords } from './words/counter.ts';
import { reportFigureWords, reportKindWords, reportRowWords, reportWords } from './words/reports.ts';

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

/** What a row stands for. */
export function sayRow(row: ReportRow, { by, campuses }: Named): string {
  if (by === 'family') return sayFamily(row) || reportRowWords.nothing.family;
  if (by === 'campus') return campuses.find(({ id }) => id === row.campusID)?.name ?? '';
  if (row.key === ofNothing) return reportRowWords.nothing[by];
  return ofKey[by]?.(row) ?? row.title ?? row.key;
}

/** Of a billing its month, where its name does not say it. */
export function sayMonthOf({ month, year, title }: Pick<ReportRow, 'month' | 'year' | 'title'>): string {
  if (month === null || year === null || title?.includes(String(year))) return '';
  return `${monthName(month)} ${year}`;
}

/** Beside what was counted they stand only where there are any. */
const seldom: readonly ReportFigure[] = ['said', 'voided'];

/** The figures of a report in their order. */
export const figuresShown = (name: ReportName, totals: Report['totals']): ReportFigure[] =>
  reports[name].figures.filter(
    (figure) => !seldom.includes(figure) || totals.some(({ figures }) => (figures[figure]?.count ?? 0) > 0),
  );

/** `ageing` adds its bands up; the day book takes off what went back. */
export function sumOf(name: ReportName, figures: ReportRow['figures'], figure: ReportFigure): number {
  if (name !== 'ageing' || figure !== 'outstanding') return figures[figure]?.sum ?? 0;
  const paisa = Object.values(figures).reduce((sum, one) => sum + Math.round((one?.sum ?? 0) * 100), 0);
  return paisa / 100;
}

export const netOf = ({ received, returned }: ReportRow['figures']): number =>
  Math.round(((received?.sum ?? 0) - (returned?.sum ?? 0)) * 100) / 100;

export const sayFigure = (figure: ReportFigure): string => reportFigureWords[figure];

export const sayDays = ({ name, from, to, campuses }: Report): string =>
  reports[name].isOfToday ? reportWords.today(campuses[0]?.today ?? '') : reportWords.span(from, to);

/** What a line of a list says beside its name: why, and what kind it is. */
export const sayWhy = ({ kind, reason }: Pick<ReportItem, 'kind' | 'reason'>): string =>
  [kind === null ? null : (reportKindWords as Record<string, string>)[kind], reason]
    .filter(Boolean)
    .join(': ');

/** The billing that a line is of. */
export const sayBillingOf = ({ billID, billing, isThere }: ReportItem): string =>
  billing ?? (billID !== null && !isThere ? reportRowWords.gone : '');

/** Of a line what says when: the day of its money, else the day it was due. */
export const dayOf = ({ day, dueDate }: ReportItem): string | null => day ?? dueDate;
