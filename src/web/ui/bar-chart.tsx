/** A bar chart with an axis of amounts. The row under the pointer shows its figures. */
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { shortenText } from '#shared/text/cut-text.ts';
import classes from './bar-chart.module.css';
import { beside, type ChartRow, chartHeight, type Layout, layOut, longestLabel } from './bar-chart-rules.ts';

type Series = { name: string; color: string };
type Props = {
  rows: readonly ChartRow[];
  series: readonly Series[];
  isStacked?: boolean;
  format: (value: number) => string;
  /** A short form for the axis. */
  formatTick: (value: number) => string;
};

function Axis({
  ticks,
  right,
  formatTick,
}: Pick<Props, 'formatTick'> & Pick<Layout, 'ticks'> & { right: number }) {
  return ticks.map(({ value, y }) => (
    <g key={value}>
      <line className={value === 0 ? classes.zero : classes.grid} x1={beside} x2={right} y1={y} y2={y} />
      <text className={classes.amount} x={beside - 8} y={y} dy="0.32em">
        {formatTick(value)}
      </text>
    </g>
  ));
}

type FiguresProps = Pick<Props, 'series' | 'format'> & { row: ChartRow; middle: number; width: number };

/** In a narrower chart the figures would not fit beside their row, so they cover it. */
const narrow = 480;

function Figures({ row, series, format, middle, width }: FiguresProps) {
  const share = (middle / width) * 100;
  const beside = middle < width / 2 ? { left: middle + 12 } : { right: width - middle + 12 };
  const inside = { left: `${share}%`, transform: `translateX(-${share}%)` };
  return (
    <div className={classes.figures} style={width < narrow ? inside : beside}>
      <b dir="auto">{row.name}</b>
      {series.map(({ name, color }, at) => (
        <span key={name}>
          <i style={{ background: color }} /> {name} <em>{format(row.values[at] ?? 0)}</em>
        </span>
      ))}
    </div>
  );
}

export function BarChart({ rows, series, isStacked = false, format, formatTick }: Props) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const [shown, show] = useState<number>();
  const { slots, slotWidth, ticks } = layOut({ rows, isStacked, width });
  const row = shown === undefined ? undefined : rows[shown];
  const slot = shown === undefined ? undefined : slots[shown];
  return (
    <div ref={ref} className={classes.chart} onPointerLeave={() => show(undefined)}>
      <svg width={width} height={chartHeight} aria-hidden>
        {slot && <rect className={classes.shown} x={slot.x} y={0} width={slotWidth} height={chartHeight} />}
        <Axis ticks={ticks} right={width} formatTick={formatTick} />
        {slots.map(({ name, x, label, bars }, at) => (
          <g key={x} onPointerEnter={() => show(at)}>
            <rect x={x} y={0} width={slotWidth} height={chartHeight} fill="transparent" />
            {bars.map((bar, of) => (
              <rect key={series[of]?.name} {...bar} fill={series[of]?.color} />
            ))}
            {label !== undefined && (
              <text className={classes.name} x={label} y={chartHeight - 6}>
                {shortenText(name, longestLabel)}
              </text>
            )}
          </g>
        ))}
      </svg>
      {row && slot && <Figures {...{ row, series, format, width }} middle={slot.middle} />}
    </div>
  );
}
