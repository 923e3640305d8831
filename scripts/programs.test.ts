import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareVersions, currentProgram, homeOf, readCurrent, writeCurrent } from './programs.mjs';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'qasid & عائشہ '));
  program('', '0.1.0');
});
afterEach(() => rmSync(home, { recursive: true }));

function program(folder: string, version: string, name = 'qasid'): string {
  const path = join(home, folder);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'package.json'), JSON.stringify({ name, version }));
  return path;
}

describe('Current program', () => {
  it('The program of the folder runs until an update names another one.', () => {
    const next = program('programs/0.2.0', '0.2.0');
    expect(currentProgram(home)).toBe(home);
    writeCurrent(home, { program: '0.2.0', before: { program: '.', version: '0.1.0', backup: 'x' } });
    expect(currentProgram(home)).toBe(next);
    expect(readCurrent(home).before).toEqual({ program: '.', version: '0.1.0', backup: 'x' });
    writeCurrent(home, { program: '.' });
    expect(currentProgram(home)).toBe(home);
  });

  it('The program of the folder runs if the named one is missing, is another program or has no valid name.', () => {
    program('programs/0.2.0', '0.2.1');
    program('programs/0.3.0', '0.3.0', 'other');
    for (const name of ['0.2.0', '0.3.0', '0.4.0', '../..', '', '/']) {
      writeCurrent(home, { program: name });
      expect([name, currentProgram(home)]).toEqual([name, home]);
    }
  });

  it.each(['', '{', '{"program":1}', 'null'])(
    'The program of the folder runs if current.json cannot be read: %j.',
    (text) => {
      program('programs/0.2.0', '0.2.0');
      writeFileSync(join(home, 'programs/current.json'), text);
      expect(currentProgram(home)).toBe(home);
    },
  );

  it('The program of the folder runs if it is newer than the named one.', () => {
    program('programs/0.2.0', '0.2.0');
    writeCurrent(home, { program: '0.2.0' });
    program('', '0.3.0');
    expect(currentProgram(home)).toBe(home);
  });

  it('A program below programs/ has the folder above it as home, so both find the same data.', () => {
    expect(homeOf(program('programs/0.2.0', '0.2.0'))).toBe(home);
    expect(homeOf(home)).toBe(home);
    expect(homeOf(program('elsewhere/programs/0.2.0', '0.2.0'))).toBe(join(home, 'elsewhere/programs/0.2.0'));
  });
});

describe('Versions', () => {
  it('Versions are ordered by their numbers, and a release candidate is older than its release.', () => {
    const inOrder = ['0.1.0', '0.2.0-rc.1', '0.2.0-rc.10', '0.2.0', '0.10.0', '1.0.0', '10.0.0'];
    expect(inOrder.toReversed().sort(compareVersions)).toEqual(inOrder);
    expect(compareVersions('1.0.0', '1.0.0')).toBe(0);
  });
});

describe('Commands', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  /** Commands for developers, or for running the program by other means. */
  const apart = [
    'dev',
    'build',
    'prune',
    'serve',
    'test',
    'test:full',
    'simulate',
    'check',
    'format',
    'db:schema',
    'bench',
  ];

  it.each(Object.keys(scripts).filter((name) => !apart.includes(name)))(
    'npm run %s runs the script of the current program.',
    (name) => {
      const [, script = ''] = /^node (scripts\/\S+)/.exec(scripts[name]) ?? [];
      const text = readFileSync(join(import.meta.dirname, '..', script), 'utf8');
      expect(text).toContain('await handOver(import.meta.url);');
    },
  );
});
