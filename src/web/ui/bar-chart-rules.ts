/** Where the bars, the grid and the labels of a bar chart are. Pure functions; all lengths are in pixels. */

export type ChartRow = { name: string; values: readonly number[] };
export type Chart = { rows: readonly ChartRow[]; isStacked: boolean; width: number };

export const chartHeight = 200;
const above = 8;
const below = 24;
/** Space at the left for the amounts. */
export const beside = 72;
const atRight = 8;
const widestBar = 32;
const betweenBars = 4;
/** The part of a row's width that has bars. */
const filled = 0.8;
/** The usual width of a character of a label, and the space between two labels. */
const characterWidth = 6.5;
const betweenLabels = 10;
export const longestLabel = 18;

const bottom = chartHeight - below;

/** Round numbers from the lowest to the highest value, with 0 among them: three to six of them. */
export function ticksFor(values: readonly number[]): number[] {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  const rough = (highest - lowest || 4) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((one) => one * power >= rough * 0.999) ?? 10);
  const [from, to] = [Math.floor(lowest / step), Math.ceil(highest / step)];
  return Array.from({ length: Math.max(to - from, 1) + 1 }, (_, index) => (from + index) * step);
}

/** The lower and upper end of each bar of a row. In a stack, amounts below zero hang below the line. */
function endsOf({ values }: ChartRow, isStacked: boolean): [number, number][] {
  let [least, most] = [0, 0];
  return values.map((value) => {
    const [from, to] = isStacked ? [least, most] : [0, 0];
    if (value < 0) {
      least = from + value;
      return [least, from];
    }
    most = to + value;
    return [to, most];
  });
}

type Bar = { x: number; y: number; width: number; height: number };
/** `label`: the middle of the label, if the row has one. */
type Slot = { name: string; x: number; middle: number; label: number | undefined; bars: Bar[] };
export type Layout = { slotWidth: number; ticks: { value: number; y: number }[]; slots: Slot[] };

export function layOut({ rows, isStacked, width }: Chart): Layout {
  const ends = rows.map((row) => endsOf(row, isStacked));
  const ticks = ticksFor(ends.flat(2));
  const [least = 0, most = 1] = [ticks[0], ticks.at(-1)];
  const yOf = (value: number): number => bottom - ((value - least) / (most - least)) * (bottom - above);
  const slotWidth = Math.max(width - beside - atRight, 0) / Math.max(rows.length, 1);
  const columns = isStacked ? 1 : (rows[0]?.values.length ?? 1);
  const gap = columns > 1 ? Math.min(betweenBars, (slotWidth * filled) / columns / 4) : 0;
  const barWidth = Math.min(widestBar, (slotWidth * filled - gap * (columns - 1)) / columns);
  const groupWidth = barWidth * columns + gap * (columns - 1);
  const longest = Math.max(...rows.map(({ name }) => Math.min(name.length, longestLabel)), 1);
  // The last row always has its label, because it is the latest one.
  const every = Math.max(1, Math.ceil((longest * characterWidth + betweenLabels) / Math.max(slotWidth, 1)));
  const slots = rows.map(({ name }, at): Slot => {
    const x = beside + at * slotWidth;
    const start = x + (slotWidth - groupWidth) / 2;
    const bars = (ends[at] ?? []).map(([low, high], index) => ({
      x: isStacked ? start : start + index * (barWidth + gap),
      y: yOf(high),
      width: barWidth,
      height: yOf(low) - yOf(high),
    }));
    const middle = x + slotWidth / 2;
    const halfLabel = (Math.min(name.length, longestLabel) * characterWidth) / 2;
    const isLabelled = (rows.length - 1 - at) % every === 0;
    return { name, x, middle, label: isLabelled ? Math.min(middle, width - halfLabel) : undefined, bars };
  });
  return { slotWidth, ticks: ticks.map((value) => ({ value, y: yOf(value) })), slots };
}
