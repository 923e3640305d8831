// biome.json says which folders may import which packages. These tests show that it does.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const biome = 'node_modules/@biomejs/biome/bin/biome';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qasid-walls-'));
  copyFileSync('biome.json', join(folder, 'biome.json'));
  copyFileSync('.gitignore', join(folder, '.gitignore'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What Biome says about a file with this text at this path. */
function lint(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const words = [biome, 'lint', `--config-path=${folder}`, '--colors=off', file];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect(stdout).toContain('Checked 1 file');
  return stdout + stderr;
}

const kysely = `import { sql } from 'kysely';\nsql('');\n`;
const environment = 'export const port = process.env.PORT;\n';

test.each([
  ['src/server/bills/actions.ts', kysely, 'SQL belongs in files named'],
  ['src/shared/money/money.ts', `export type { Kysely } from 'kysely';\n`, 'SQL belongs in files named'],
  ['src/server/auth/scope.ts', kysely, 'SQL belongs in files named'],
  ['src/server/bills/actions.ts', environment, 'noProcessEnv'],
  ['src/web/lib/send.ts', `import { env } from 'node:process';\nenv.PORT;\n`, 'noProcessEnv'],
  ['src/shared/money/money.ts', 'export const a: any = 1;\n', 'noExplicitAny'],
])('Biome refuses %s.', (path, text, rule) => {
  expect(lint(path, text)).toContain(rule);
});

test.each([
  ['src/server/bills/bills-queries.ts', kysely],
  ['src/server/platform/db/dialect.ts', kysely],
  ['src/server/auth/tables.ts', kysely],
  ['src/shared/money/money.test.ts', kysely],
  ['test/support/campus.ts', kysely + environment],
  ['src/server/config.ts', environment],
])('Biome allows %s.', (path, text) => {
  expect(lint(path, text)).not.toMatch(/noRestrictedImports|noProcessEnv/);
});
