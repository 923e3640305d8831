import { expect, test } from 'vitest';
import { mayReload } from './new-version.ts';

test('an outdated page is loaded anew once a minute at most', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  expect(mayReload(null, now)).toBe(true);
  expect(mayReload(String(now - 60_000), now)).toBe(false);
  expect(mayReload(String(now - 60_001), now)).toBe(true);
});
