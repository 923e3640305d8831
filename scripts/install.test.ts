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

function write(asked: object, written: object) {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: asked }));
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: written }));
}

const zod = { 'node_modules/zod': { version: '4.6.7' } };

test('an install counts when it has what the lock asks for on this system', () => {
  write({ '': {}, ...zod, 'node_modules/for-mac': { version: '1.0.0', optional: true } }, zod);
  expect(isInstalled(folder)).toBe(true);
});

test('a newer lock asks for another install', () => {
  write({ '': {}, 'node_modules/zod': { version: '4.7.0' } }, zod);
  expect(isInstalled(folder)).toBe(false);
});

test('a package that is not there yet asks for another install', () => {
  write({ '': {}, ...zod, 'node_modules/pg': { version: '8.23.1' } }, zod);
  expect(isInstalled(folder)).toBe(false);
});

test('an interrupted install does not count', () => {
  write(zod, zod);
  rmSync(join(folder, 'node_modules/.package-lock.json'));
  expect(isInstalled(folder)).toBe(false);
});

test.each([
  ['npm error code ENOTFOUND\nnpm error syscall getaddrinfo', 'cannot be reached'],
  ['/bin/sh: 1: npm: not found', 'npm is missing'],
  ['npm error code ENOSPC', 'disk is full'],
  ['npm error code EUSAGE\nmore', 'npm error code EUSAGE'],
])('%j is explained', (output, words) => {
  expect(explainFailure(output)).toContain(words);
});
