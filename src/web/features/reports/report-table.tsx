/** Shows a report as a table. Each figure links to the list of its items. */
import type { ReactNode } from 'react';
import type { Report, ReportRow } from '#shared/calls/reports.ts';
import { formatAmount } from '#shared/money/money.ts';
import { figureSum, figuresShown, netOf, sayFigure, sayMonthOf, sayRow } from '#shared/money/report-texts.ts';
import type { ReportFigure } from '#shared/money/reports.ts';
import { dayIn, formatDay } from '#shared/time/dates.ts';
import { reportByWords, reportListWords, reportWords } from '#shared/words/reports.ts';
import { useSession } from '../../lib/session.ts';
import { NameText } from '../../ui/name-text.tsx';
import type { FigureParams } from './api.ts';
import classes from './report-table.module.css';

type Props = {
  report: Report;
  rows: readonly ReportRow[];
  /** Undefined when the table is printed. */
  linkTo?: ((wish: FigureParams, label: string, amount: string) => ReactNode) | undefined;
  familyLink?: ((row: ReportRow, name: ReactNode) => ReactNode) | undefined;
};

type FigureProps = Pick<Props, 'linkTo'> & { wish: FigureParams; of: string; amount: number };

function Figure({ wish, of, amount, linkTo }: FigureProps) {
  if (amount === 0) return <span className={classes.none}>–</span>;
  const text = formatAmount(amount);
  return linkTo ? linkTo(wish, reportWords.opens(of, sayFigure(wish.figure), text), text) : text;
}

/** The cells of a family: the classes, the open bills, and the dates of the last payment and the last message. */
function FamilyCells({ row }: { row: ReportRow }) {
  const { timeZone } = useSession();
  const { family, figures } = row;
  const classNames = [...new Set(family?.children.flatMap((child) => child.class ?? []))];
  const lastNotified = family?.lastNotified;
  return (
    <>
      <td data-label={reportListWords.class}>{classNames.join(', ') || '–'}</td>
      <td data-label={reportWords.months} data-number>
        {family?.months}
      </td>
      <td data-label={reportWords.openBills} data-number>
        {figures.outstanding?.count}
      </td>
      <td data-label={reportWords.lastPaid} data-day>
        {family?.lastPaid ? formatDay(family.lastPaid) : reportWords.never}
      </td>
      <td data-label={reportWords.lastNotified} data-day>
        {lastNotified ? formatDay(dayIn(timeZone, new Date(lastNotified))) : reportWords.never}
      </td>
    </>
  );
}

const familyHeads = [
  reportListWords.class,
  reportWords.months,
  reportWords.openBills,
  reportWords.lastPaid,
  reportWords.lastNotified,
];
const numbers: readonly string[] = [reportWords.months, reportWords.openBills];

function Head({ report, figures }: { report: Report; figures: readonly ReportFigure[] }) {
  const { by, campuses, name } = report;
  return (
    <thead>
      <tr>
        <th scope="col">{by === 'family' ? reportWords.children : reportByWords[by]}</th>
        {campuses.length > 1 && by !== 'campus' && <th scope="col">{reportListWords.campus}</th>}
        {by === 'family' &&
          familyHeads.map((head) => (
            <th key={head} scope="col" data-number={numbers.includes(head) || undefined}>
              {head}
            </th>
          ))}
        {figures.map((figure) => (
          <th key={figure} scope="col" data-number>
            {sayFigure(figure)}
          </th>
        ))}
        {name === 'day-book' && (
          <th scope="col" data-number>
            {reportWords.net}
          </th>
        )}
      </tr>
    </thead>
  );
}

type CellsProps = Pick<Props, 'report' | 'linkTo'> & {
  figures: ReportRow['figures'];
  shown: readonly ReportFigure[];
  of: string;
  wish: Omit<FigureParams, 'figure'>;
};

function FigureCells({ report, figures, shown, of, wish, linkTo }: CellsProps) {
  return (
    <>
      {shown.map((figure) => (
        <td key={figure} data-label={sayFigure(figure)} data-number>
          <Figure
            {...{ of, linkTo }}
            wish={{ ...wish, figure }}
            amount={figureSum(report.name, figures, figure)}
          />
        </td>
      ))}
      {report.name === 'day-book' && (
        <td data-label={reportWords.net} data-number>
          {formatAmount(netOf(figures))}
        </td>
      )}
    </>
  );
}

function Row({
  row,
  report,
  shown,
  linkTo,
  familyLink,
}: Omit<Props, 'rows'> & { row: ReportRow; shown: readonly ReportFigure[] }) {
  const { by, campuses } = report;
  const name = sayRow(row, report);
  const month = by === 'billing' ? sayMonthOf(row) : '';
  const named = <NameText text={name} />;
  return (
    <tr>
      <th scope="row">
        {by === 'family' && familyLink ? familyLink(row, named) : named}
        {month && <small>{month}</small>}
      </th>
      {campuses.length > 1 && by !== 'campus' && (
        <td data-label={reportListWords.campus}>
          <NameText text={campuses.find(({ id }) => id === row.campusID)?.name ?? ''} />
        </td>
      )}
      {by === 'family' && <FamilyCells row={row} />}
      <FigureCells
        {...{ report, shown, linkTo }}
        figures={row.figures}
        of={name}
        wish={{ row: row.key, campus: row.campusID }}
      />
    </tr>
  );
}

function Totals({
  report,
  shown,
  linkTo,
}: Pick<Props, 'report' | 'linkTo'> & { shown: readonly ReportFigure[] }) {
  const { totals, campuses, by } = report;
  const hasOneCurrency = totals.length === 1;
  const fillerColumns =
    (campuses.length > 1 && by !== 'campus' ? 1 : 0) + (by === 'family' ? familyHeads.length : 0);
  return (
    <tfoot>
      {totals.map(({ currency, figures }) => (
        <tr key={currency}>
          <th scope="row">{hasOneCurrency ? reportWords.total : reportWords.totalIn(currency)}</th>
          {fillerColumns > 0 && <td className={classes.filler} colSpan={fillerColumns} />}
          {/* With several currencies the totals have no links, because a list cannot show one currency alone. */}
          <FigureCells
            {...{ report, shown, figures }}
            linkTo={hasOneCurrency ? linkTo : undefined}
            of={reportWords.total}
            wish={{}}
          />
        </tr>
      ))}
    </tfoot>
  );
}

export function ReportTable({ report, rows, linkTo, familyLink }: Props) {
  const shown = figuresShown(report.name, report.totals);
  return (
    <table className={classes.table}>
      <Head report={report} figures={shown} />
      <tbody>
        {rows.map((row) => (
          <Row key={`${row.campusID} ${row.key}`} {...{ row, report, shown, linkTo, familyLink }} />
        ))}
      </tbody>
      <Totals {...{ report, shown, linkTo }} />
    </table>
  );
}
