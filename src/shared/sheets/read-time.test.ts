import { expect, test } from 'vitest';
import { readTime } from './read-time.ts';

test('Times are read in the usual spellings, in 24 hours unless am or pm is given.', () => {
  const read = (texts: string[]) => texts.map(readTime);
  expect(read(['09:05', '9:05', ' 9.05 ', '0905', '905', '9:05 AM', '۰۹:۰۵'])).toEqual(
    Array(7).fill('09:05'),
  );
  expect(read(['4 pm', '4:00 p.m.', '16:00', '12 am', '12:30pm', '00:00', '23:59'])).toEqual([
    '16:00',
    '16:00',
    '16:00',
    '00:00',
    '12:30',
    '00:00',
    '23:59',
  ]);
  expect(read(['', '9', '24:00', '9:60', '13 pm', '0 am', '9:5', 'nine', '9:05:00'])).toEqual(
    Array(9).fill(undefined),
  );
});
