import { expect, it } from 'vitest';
import { closesAt, closingBetween, opensAfter } from './windows-rules.ts';

const at = new Date('2026-11-22T10:00:00.000Z');

it('A customer service window lasts a number of hours from the last message of the parent.', () => {
  expect(opensAfter({ hours: 24, at, connectedAt: null })).toBe('2026-11-21T10:00:00.000Z');
  expect(closesAt('2026-11-21T10:00:01.000Z', 24)).toBe('2026-11-22T10:00:01.000Z');
});

it('Only messages to the number that is connected now open a customer service window.', () => {
  const connectedAt = '2026-11-22T08:00:00.500Z';
  expect(opensAfter({ hours: 24, at, connectedAt })).toBe('2026-11-22T07:59:59.999Z');
  expect(opensAfter({ hours: 1, at, connectedAt })).toBe('2026-11-22T09:00:00.000Z');
});

it('closingBetween gives the times of the last message for which a window closes soon.', () => {
  expect(closingBetween({ hours: 24, soon: 3, at, connectedAt: null })).toEqual({
    after: '2026-11-21T10:00:00.000Z',
    until: '2026-11-21T13:00:00.000Z',
  });
});
