import { expect, it } from 'vitest';
import { digitsIn } from './rules.ts';

it.each([
  ['0300-12', '30012'],
  ['+92 300 12', '9230012'],
  ['(0300) 7654321', '3007654321'],
  ['0', ''],
  ['+', ''],
  ['Class 5', ''],
  ['', ''],
])('looks for %s by %s', (search, digits) => {
  expect(digitsIn(search)).toBe(digits);
});
