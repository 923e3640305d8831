import { describe, expect, it } from 'vitest';
import { beside, chartHeight, layOut, ticksFor } from './bar-chart-rules.ts';

it.each([
  [
    [0, 3],
    [0, 1, 2, 3],
  ],
  [[87], [0, 25, 50, 75, 100]],
  [[1_000_000], [0, 250_000, 500_000, 750_000, 1_000_000]],
  [
    [-30, 120],
    [-50, 0, 50, 100, 150],
  ],
  [
    [0, 0],
    [0, 1],
  ],
  [[], [0, 1]],
])('The amounts beside a chart of %j are %j.', (values, ticks) => expect(ticksFor(values)).toEqual(ticks));

const rowsOf = (count: number, values: number[]) =>
  Array.from({ length: count }, (_, at) => ({ name: `Class ${at + 1}`, values }));

describe('Bars', () => {
  it('The height of a bar is in proportion to its amount, and bars of one row stand side by side.', () => {
    const { slots } = layOut({ rows: [{ name: '5', values: [100, 50, 0] }], isStacked: false, width: 480 });
    const [first, second, third] = slots[0]?.bars ?? [];
    expect(second?.height).toBeCloseTo((first?.height ?? 0) / 2);
    expect(third?.height).toBe(0);
    expect(second?.x).toBeGreaterThanOrEqual((first?.x ?? 0) + (first?.width ?? 0));
  });

  it('Stacked bars stand on each other and reach the sum of their amounts.', () => {
    const { slots, ticks } = layOut({ rows: rowsOf(2, [60, 40]), isStacked: true, width: 480 });
    const [lower, upper] = slots[1]?.bars ?? [];
    expect(upper?.x).toBe(lower?.x);
    expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeCloseTo(lower?.y ?? 0);
    expect(upper?.y).toBeCloseTo(ticks.find(({ value }) => value === 100)?.y ?? 0);
  });

  it('An amount below zero hangs below the line of zero.', () => {
    const { slots, ticks } = layOut({ rows: rowsOf(1, [-40, 80]), isStacked: false, width: 480 });
    const zero = ticks.find(({ value }) => value === 0)?.y;
    const [negative, positive] = slots[0]?.bars ?? [];
    expect(negative?.y).toBeCloseTo(zero ?? 0);
    expect((positive?.y ?? 0) + (positive?.height ?? 0)).toBeCloseTo(zero ?? 0);
  });

  it.each([
    [2, 280],
    [31, 280],
    [31, 1200],
  ])('%i rows fit into %i pixels.', (count, width) => {
    const { slots } = layOut({ rows: rowsOf(count, [1, 2, 3, 4]), isStacked: false, width });
    const bars = slots.flatMap((slot) => slot.bars);
    expect(Math.min(...bars.map(({ x }) => x))).toBeGreaterThanOrEqual(beside);
    expect(Math.max(...bars.map((bar) => bar.x + bar.width))).toBeLessThanOrEqual(width);
    expect(Math.max(...bars.map((bar) => bar.y + bar.height))).toBeLessThanOrEqual(chartHeight);
    expect(Math.min(...bars.map((bar) => Math.min(bar.width, bar.y)))).toBeGreaterThan(0);
  });
});

it('Labels that would overlap are left out, and the last row keeps its own.', () => {
  const labels = (width: number) =>
    layOut({ rows: rowsOf(31, [1]), isStacked: false, width }).slots.filter(
      (slot) => slot.label !== undefined,
    );
  expect(labels(3000)).toHaveLength(31);
  expect(labels(360).length).toBeLessThan(6);
  expect(labels(360).at(-1)?.name).toBe('Class 31');
  expect(labels(360).at(-1)?.label).toBeLessThan(360 - 20);
});
