import { expect, test } from 'vitest';
import { isOutdated, mayReload } from './new-version.ts';

test('An outdated page is reloaded at most once a minute.', () => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  expect(mayReload(null, now)).toBe(true);
  expect(mayReload(String(now - 60_000), now)).toBe(false);
  expect(mayReload(String(now - 60_001), now)).toBe(true);
});

test('A page is outdated if the start page names another entry script.', () => {
  const startPage = '<script type="module" crossorigin src="/assets/index-B2.js"></script>';
  expect(isOutdated(startPage, '/assets/index-B2.js')).toBe(false);
  expect(isOutdated(startPage, '/assets/index-A1.js')).toBe(true);
});
