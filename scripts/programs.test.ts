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

describe('the program that runs', () => {
  it('is that of the folder, until an update has named another', () => {
    const next = program('programs/0.2.0', '0.2.0');
    expect(currentProgram(home)).toBe(home);
    writeCurrent(home, { program: '0.2.0', before: { program: '.', version: '0.1.0', backup: 'x' } });
    expect(currentProgram(home)).toBe(next);
    expect(readCurrent(home).before).toEqual({ program: '.', version: '0.1.0', backup: 'x' });
    writeCurrent(home, { program: '.' });
    expect(currentProgram(home)).toBe(home);
  });

  it('is that of the folder where the named one is gone, is another, or is not named as a version', () => {
    program('programs/0.2.0', '0.2.1');
    program('programs/0.3.0', '0.3.0', 'other');
    for (const name of ['0.2.0', '0.3.0', '0.4.0', '../..', '', '/']) {
      writeCurrent(home, { program: name });
      expect([name, currentProgram(home)]).toEqual([name, home]);
    }
  });

  it.each(['', '{', '{"program":1}', 'null'])(
    'is that of the folder where its name cannot be read: %j',
    (text) => {
      program('programs/0.2.0', '0.2.0');
      writeFileSync(join(home, 'programs/current.json'), text);
      expect(currentProgram(home)).toBe(home);
    },
  );

  it('is that of the folder where somebody has put a newer one into it', () => {
    program('programs/0.2.0', '0.2.0');
    writeCurrent(home, { program: '0.2.0' });
    program('', '0.3.0');
    expect(currentProgram(home)).toBe(home);
  });

  it('belongs to the folder it was brought to, so that both find the same data', () => {
    expect(homeOf(program('programs/0.2.0', '0.2.0'))).toBe(home);
    expect(homeOf(home)).toBe(home);
    expect(homeOf(program('elsewhere/programs/0.2.0', '0.2.0'))).toBe(join(home, 'elsewhere/programs/0.2.0'));
  });
});

describe('versions', () => {
  it('are older and newer by their numbers, and one to be tried is older than its own', () => {
    const inOrder = ['0.1.0', '0.2.0-rc.1', '0.2.0-rc.10', '0.2.0', '0.10.0', '1.0.0', '10.0.0'];
    expect(inOrder.toReversed().sort(compareVersions)).toEqual(inOrder);
    expect(compareVersions('1.0.0', '1.0.0')).toBe(0);
  });
});

describe('the commands of the folder', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  /** Of whoever works on the program, or runs it by other means. */
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
    'npm run %s is that of the program that runs',
    (name) => {
      const [, script = ''] = /^node (scripts\/\S+)/.exec(scripts[name]) ?? [];
      const text = readFileSync(join(import.meta.dirname, '..', script), 'utf8');
      expect(text).toContain('await handOver(import.meta.url);');
    },
  );
});
