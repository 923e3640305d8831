import { expect, test } from 'vitest';
import { safeReturn } from './rules.ts';

test('After sign-in, the page returns only to addresses of this site.', () => {
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
