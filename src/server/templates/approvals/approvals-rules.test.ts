import { describe, expect, test } from 'vitest';
import { isSyncDue } from './approvals-rules.ts';

const now = new Date('2026-11-09T06:00:00.000Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const day = 24 * 3600;

describe('Asking WhatsApp about templates', () => {
  test.each([
    [
      'a template waits for approval and the last sync was an hour ago',
      { waiting: 1, lastSyncAt: at(-3600) },
      undefined,
      true,
    ],
    [
      'a template waits and the last sync was a second ago',
      { waiting: 1, lastSyncAt: at(-1) },
      undefined,
      false,
    ],
    [
      'no template waits and the last sync was an hour ago',
      { waiting: 0, lastSyncAt: at(-3600) },
      undefined,
      false,
    ],
    ['there was no sync yet', { waiting: 0, lastSyncAt: null }, undefined, true],
    ['the last sync got no answer a second ago', { waiting: 1, lastSyncAt: null }, at(-1), false],
    [
      'a clock that was ahead stored a sync in a year',
      { waiting: 1, lastSyncAt: at(365 * day) },
      at(365 * day),
      true,
    ],
  ])(
    'isSyncDue decides correctly whether templates are synced when %s.',
    (_when, { waiting, lastSyncAt }, triedAt, isDue) => {
      expect(isSyncDue({ waiting, lastSyncAt: lastSyncAt?.toISOString() ?? null }, { triedAt, now })).toBe(
        isDue,
      );
    },
  );
});
