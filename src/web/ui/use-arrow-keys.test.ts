import { expect, test } from 'vitest';
import { indexAfter } from './use-arrow-keys.ts';

const list = { count: 50, columns: 1, page: 10 };
const grid = { count: 8, columns: 3, page: 2 };
const from = (index: number, place: typeof list) => (key: string) => indexAfter(key, { index, ...place });

test('In a list the arrow keys go up and down and stop at the ends.', () => {
  expect(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'].map(from(20, list))).toEqual([
    21, 19, 30, 10, 0, 49,
  ]);
  expect(['ArrowUp', 'PageUp', 'Home'].map(from(0, list))).toEqual([0, 0, 0]);
  expect(['ArrowDown', 'PageDown', 'End'].map(from(49, list))).toEqual([49, 49, 49]);
  expect(['ArrowLeft', 'ArrowRight', 'Enter', 'a'].map(from(20, list))).toEqual(Array(4).fill(undefined));
});

test('In a grid the arrow keys go sideways too and keep to their column.', () => {
  const keys = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'];
  expect(keys.map(from(4, grid))).toEqual([5, 3, 7, 1]);
  expect(keys.map(from(0, grid))).toEqual([1, 0, 3, 0]);
  // The last row is not full: Down above its gap goes to its end, and Down in it goes no further.
  expect(keys.map(from(5, grid))).toEqual([6, 4, 7, 2]);
  expect(keys.map(from(6, grid))).toEqual([7, 5, 6, 3]);
  expect(['PageDown', 'PageUp'].map(from(2, grid))).toEqual([7, 2]);
  expect(['PageDown', 'PageUp'].map(from(6, grid))).toEqual([6, 0]);
});
