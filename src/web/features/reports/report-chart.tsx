/**
 * Shows a report as a bar chart. This file is loaded on demand, because the chart library is as large as the rest of
 * the program.
 */
import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import type { Report, ReportRow } from '#shared/calls/reports.ts';
import { formatAmount, formatShort } from '#shared/money/money.ts';
import { figureSum, figuresShown, sayFigure, sayRow } from '#shared/money/report-texts.ts';
import classes from './report-chart.module.css';
import { colourOf } from './rules.ts';

type Props = { report: Report; rows: readonly ReportRow[] };

export default function ReportChart({ report, rows }: Props) {
  const figures = figuresShown(report.name, report.totals).filter(
    (figure) => !(report.name === 'ageing' && figure === 'outstanding'),
  );
  const data = rows.map((row) => ({
    name: sayRow(row, report),
    ...Object.fromEntries(
      figures.map((figure) => [sayFigure(figure), figureSum(report.name, row.figures, figure)]),
    ),
  }));
  const series = figures.map((figure) => ({ name: sayFigure(figure), color: colourOf(figure) }));
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
        h={200}
        data={data}
        dataKey="name"
        type={report.name === 'ageing' ? 'stacked' : 'default'}
        series={series}
        valueFormatter={formatAmount}
        yAxisProps={{ width: 72, tickFormatter: formatShort }}
        maxBarWidth={32}
        // The chart is not reachable by keyboard, because the table has the same figures.
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false }}
        gridColor="var(--q-line)"
        textColor="var(--q-soft)"
      />
    </>
  );
}
