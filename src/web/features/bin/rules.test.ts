import { expect, it } from 'vitest';
import { sayLeft } from './rules.ts';

it.each([
  ['2026-12-20T00:00:00.000Z', '30 days left'],
  ['2026-12-19T23:59:59.999Z', '29 days left'],
  ['2026-11-21T00:00:00.000Z', '1 day left'],
  ['2026-11-20T23:00:00.000Z', 'less than a day left'],
  ['2026-11-19T00:00:00.000Z', 'less than a day left'],
])('what is kept until %s: %s', (until, said) => {
  expect(sayLeft(until, Date.parse('2026-11-20T00:00:00.000Z'))).toBe(said);
});
