import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { help } from './help.mjs';

const commands = Object.entries(
  JSON.parse(readFileSync('package.json', 'utf8')).scripts as Record<string, string>,
).flatMap(([, command]) => /^node scripts\/([\w-]+)\.mjs$/.exec(command)?.[1] ?? []);
/** Commands for an operator call `handOver` first; the others are for developers. */
const handed = commands.filter((script) =>
  readFileSync(`scripts/${script}.mjs`, 'utf8').includes('handOver('),
);

it('Every command of an operator prints a help text.', () => {
  expect(Object.keys(help).sort()).toEqual(handed.sort());
});

it.each(handed)('%s --help prints the arguments of the command and does nothing else.', (script) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qasid-help-'));
  try {
    for (const word of ['--help', '-h']) {
      const { stdout, stderr, status } = spawnSync(process.execPath, [`scripts/${script}.mjs`, word], {
        env: { ...process.env, DATA_DIR: dataDir },
        encoding: 'utf8',
      });
      expect({ stdout, stderr, status }).toEqual({ stdout: `${help[script]}\n`, stderr: '', status: 0 });
      expect(readdirSync(dataDir)).toEqual([]);
    }
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
