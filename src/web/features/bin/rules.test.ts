import { expect, it } from 'vitest';
import { binWords } from '#shared/words/bills.ts';
import { sayLeft } from './rules.ts';

it.each([
  ['2026-12-20T00:00:00.000Z', binWords.left(30)],
  ['2026-12-19T23:59:59.999Z', binWords.left(29)],
  ['2026-11-21T00:00:00.000Z', binWords.left(1)],
  ['2026-11-20T23:00:00.000Z', binWords.lastDay],
  ['2026-11-19T00:00:00.000Z', binWords.lastDay],
])('A deleted entry that is kept until %s says: %s.', (until, said) => {
  expect(sayLeft(until, Date.parse('2026-11-20T00:00:00.000Z'))).toBe(said);
});
