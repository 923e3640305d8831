import { expect, test } from 'vitest';
import { safeReturn } from './rules.ts';

test('After signing in only addresses of this site are returned to.', () => {
  expect(safeReturn('/outbox?status=failed')).toBe('/outbox?status=failed');
  for (const foreign of [
    undefined,
    '',
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/sign-in?to=/',
  ]) {
    expect(safeReturn(foreign)).toBe('/send-messages');
  }
});
