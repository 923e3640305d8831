import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { explainFailure, isInstalled } from './install.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qasid-install-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(locked: object, written: object) {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }));
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: written }));
}

const zod = { 'node_modules/zod': { version: '4.6.7' } };

test('An install is complete if it has every package the lock file requires on this system.', () => {
  write({ '': {}, ...zod, 'node_modules/for-mac': { version: '1.0.0', optional: true } }, zod);
  expect(isInstalled(folder)).toBe(true);
});

test('A newer lock file requires another install.', () => {
  write({ '': {}, 'node_modules/zod': { version: '4.7.0' } }, zod);
  expect(isInstalled(folder)).toBe(false);
});

test('A missing package requires another install.', () => {
  write({ '': {}, ...zod, 'node_modules/pg': { version: '8.23.1' } }, zod);
  expect(isInstalled(folder)).toBe(false);
});

test('An interrupted install does not count as complete.', () => {
  write(zod, zod);
  rmSync(join(folder, 'node_modules/.package-lock.json'));
  expect(isInstalled(folder)).toBe(false);
});

test.each([
  ['npm error code ENOTFOUND\nnpm error syscall getaddrinfo', 'cannot be reached'],
  ['/bin/sh: 1: npm: not found', 'npm is missing'],
  ['npm error code ENOSPC', 'disk is full'],
  ['npm error code EUSAGE\nmore', 'npm error code EUSAGE'],
])('The output %j is explained by “%s”.', (output, words) => {
  expect(explainFailure(output)).toContain(words);
});
