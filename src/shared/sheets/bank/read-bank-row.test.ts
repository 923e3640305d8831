import { expect, it } from 'vitest';
import { bankDayOf } from './read-bank-row.ts';

it('A bank row whose day is before 2000 has no day.', () => {
  const days = { order: 'dayFirst', isSwapped: false, is1904: false } as const;
  const dayOf = (text: string) => bankDayOf(text, days);
  expect(dayOf('05/11/2026')).toBe('2026-11-05');
  expect(dayOf('01/01/2000')).toBe('2000-01-01');
  for (const early of ['31/12/1999', '05/11/1900', '01-Jan-1900']) expect(dayOf(early)).toBeNull();
  expect(bankDayOf({ kind: 'day', day: '1900-11-05' }, days)).toBeNull();
});
