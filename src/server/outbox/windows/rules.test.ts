import { expect, it } from 'vitest';
import { closesAt, closingBetween, opensAfter } from './rules.ts';

const at = new Date('2026-11-22T10:00:00.000Z');

it('lasts so many hours from what the parent wrote last', () => {
  expect(opensAfter({ hours: 24, at, connectedAt: null })).toBe('2026-11-21T10:00:00.000Z');
  expect(closesAt('2026-11-21T10:00:01.000Z', 24)).toBe('2026-11-22T10:00:01.000Z');
});

it('is opened only by what was written to the number that is connected now, to the second in which it was', () => {
  const connectedAt = '2026-11-22T08:00:00.500Z';
  expect(opensAfter({ hours: 24, at, connectedAt })).toBe('2026-11-22T07:59:59.999Z');
  expect(opensAfter({ hours: 1, at, connectedAt })).toBe('2026-11-22T09:00:00.000Z');
});

it('closes soon for whoever wrote in the hours after those that are over', () => {
  expect(closingBetween({ hours: 24, soon: 3, at, connectedAt: null })).toEqual({
    after: '2026-11-21T10:00:00.000Z',
    until: '2026-11-21T13:00:00.000Z',
  });
});
