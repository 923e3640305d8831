/** Shows a report as a bar chart, with a legend. */
import type { Report, ReportRow } from '#shared/calls/reports.ts';
import { formatAmount, formatShort } from '#shared/money/money.ts';
import { figureSum, figuresShown, sayFigure, sayRow } from '#shared/money/report-texts.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import classes from './report-chart.module.css';
import { colourOf } from './rules.ts';

type Props = { report: Report; rows: readonly ReportRow[] };

export function ReportChart({ report, rows }: Props) {
  const figures = figuresShown(report.name, report.totals).filter(
    (figure) => !(report.name === 'ageing' && figure === 'outstanding'),
  );
  const series = figures.map((figure) => ({ name: sayFigure(figure), color: colourOf(figure) }));
  const drawn = rows.map((row) => ({
    name: sayRow(row, report),
    values: figures.map((figure) => figureSum(report.name, row.figures, figure)),
  }));
  return (
    <>
      {series.length > 1 && (
        <ul className={classes.legend}>
          {series.map(({ name, color }) => (
            <li key={name}>
              <i style={{ background: color }} /> {name}
            </li>
          ))}
        </ul>
      )}
      <BarChart
        rows={drawn}
        series={series}
        isStacked={report.name === 'ageing'}
        format={formatAmount}
        formatTick={formatShort}
      />
    </>
  );
}
