import { expect, it } from 'vitest';
import { isSame, receivedOn } from './door.ts';

it('isSame compares whole passwords.', () => {
  expect([
    isSame('secret', 'secret'),
    isSame('secre', 'secret'),
    isSame('', ''),
    isSame(undefined, ''),
  ]).toEqual([true, false, true, false]);
  expect(isSame(['secret'], 'secret')).toBe(false);
});

it('receivedOn replaces a future day by today and refuses a day more than a year ago.', () => {
  const days = ['2026-11-20', '2026-11-05', '2026-11-21', '2999-01-01', '2025-11-19', '2025-11-18'];
  expect(days.map((day) => receivedOn(day, '2026-11-20'))).toEqual([
    ...['2026-11-20', '2026-11-05', '2026-11-20', '2026-11-20', '2025-11-19', undefined],
  ]);
});
