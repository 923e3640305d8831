import { describe, expect, test } from 'vitest';
import { isSyncDue } from './rules.ts';

const now = new Date('2026-11-09T06:00:00.000Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const day = 24 * 3600;

describe('WhatsApp is asked about templates', () => {
  test.each([
    ['soon while one is awaited', { waiting: 1, askedAt: at(-3600) }, undefined, true],
    ['not again at once', { waiting: 1, askedAt: at(-1) }, undefined, false],
    ['seldom where none is', { waiting: 0, askedAt: at(-3600) }, undefined, false],
    ['where nobody has asked yet', { waiting: 0, askedAt: null }, undefined, true],
    ['not at once after one that got no answer', { waiting: 1, askedAt: null }, at(-1), false],
    [
      'now, where a clock that was ahead has asked in a year',
      { waiting: 1, askedAt: at(365 * day) },
      at(365 * day),
      true,
    ],
  ])('%s', (_when, { waiting, askedAt }, triedAt, isDue) => {
    expect(isSyncDue({ waiting, askedAt: askedAt?.toISOString() ?? null }, { triedAt, now })).toBe(isDue);
  });
});
