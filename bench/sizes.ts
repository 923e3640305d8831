/** A cost at three sizes of the table, which should be the same at each. */
import type { Engine } from '../src/server/db/engine.ts';
import type { Row } from './figure.ts';

export const sizes = [1000, 10_000, 100_000] as const;
export type Size = (typeof sizes)[number];

const nameOf = (size: Size) => `${size}`;

export const bySize = <T>(make: (size: Size) => T): Record<string, T> =>
  Object.fromEntries(sizes.map((size) => [nameOf(size), make(size)]));

/** `taken` in milliseconds by size, each for so many items. */
export function flatRow(taken: Record<string, number>, items: number, named: [string, Engine]): Row {
  const [what, engine] = named;
  const micros = sizes.map((size) => ((taken[nameOf(size)] ?? 0) / items) * 1000);
  const [smallest = 0, , largest = 0] = micros;
  return {
    what: `${what} of 100,000, ${engine}`,
    ours: largest,
    floor: smallest,
    unit: 'µs',
    ratio: largest / smallest,
    bound: 1.5,
    beside: 'the same of 1,000',
    note: `at ${sizes.join(' / ')}: ${micros.map((value) => value.toFixed(1)).join(' / ')} µs`,
  };
}
