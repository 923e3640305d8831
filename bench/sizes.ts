/** Measures a cost at several sizes of the table; the cost should be the same at each. */
import type { Engine } from '../src/server/platform/db/store.ts';
import type { Row } from './figure.ts';

/** Smallest first. */
export type Sizes = readonly number[];

export const bySize = <T>(sizes: Sizes, make: (size: number) => T): Record<string, T> =>
  Object.fromEntries(sizes.map((size) => [`${size}`, make(size)]));

/** `what` describes a size for a person. */
export type Flat = {
  what: (size: string) => string;
  engine: Engine;
  sizes: Sizes;
  items: number;
  bound?: number;
};

/** `taken` is the milliseconds for each size, each for `items` items. */
export function flatRow(
  taken: Record<string, number>,
  { what, engine, sizes, items, bound = 1.5 }: Flat,
): Row {
  const micros = sizes.map((size) => ((taken[`${size}`] ?? 0) / items) * 1000);
  const [smallest = 0, largest = 0] = [micros[0], micros.at(-1)];
  const named = sizes.map((size) => size.toLocaleString('en'));
  return {
    what: `${what(named.at(-1) ?? '')}, ${engine}`,
    ours: largest,
    floor: smallest,
    unit: 'µs',
    ratio: largest / smallest,
    bound,
    beside: `the same of ${named[0]}`,
    note: `at ${named.join(' / ')}: ${micros.map((value) => value.toFixed(1)).join(' / ')} µs`,
  };
}
