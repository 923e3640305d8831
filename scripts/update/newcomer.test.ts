import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTar, makeTarGz, makeZip, type Packed } from '../../test/support/archives.ts';
import { NewcomerFailure } from './model.ts';
import { readNewcomer } from './newcomer.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qasid-newcomer-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const present = '0.1.0';
const program = (more: object = {}): Packed[] => {
  const { version, name, lock } = { version: '0.2.0', name: 'qasid', lock: '0.2.0', ...more };
  return [
    { name: 'package.json', text: JSON.stringify({ name, version }) },
    { name: 'package-lock.json', text: JSON.stringify({ version: lock }) },
    ...['start.mjs', 'self-check.mjs', 'web-build.mjs'].map((script) => ({ name: `scripts/${script}` })),
    { name: 'src/server/main.ts', text: 'export {};\n' },
    { name: 'src/web/index.html' },
  ];
};
const below = (top: string, files: readonly Packed[]) =>
  files.map((file) => ({ ...file, name: `${top}/${file.name}` }));

function write(bytes: Buffer, name = 'qasid.zip'): string {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
}
function unpackTo(files: readonly Packed[]): string {
  const place = join(folder, 'qasid');
  for (const { name, text = '' } of files) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), text);
  }
  return place;
}
const troubleOf = (path: string): Promise<unknown> =>
  readNewcomer(path, present).then(
    () => 'taken',
    (error) => (error instanceof NewcomerFailure ? error.trouble : error),
  );

const kinds: [string, (files: readonly Packed[]) => string][] = [
  ['a zip', (files) => write(makeZip(files))],
  ['a tar.gz', (files) => write(makeTarGz(files), 'qasid.tar.gz')],
  ['a folder', unpackTo],
];

describe.each(kinds)('a newer Qasid as %s', (kind, give) => {
  it('is taken, file by file', async () => {
    const newcomer = await readNewcomer(give(program()), present);
    expect(newcomer.version).toBe('0.2.0');
    const main = newcomer.files.find(({ path }) => path === 'src/server/main.ts');
    expect((await main?.read())?.toString()).toBe('export {};\n');
    expect(newcomer.files).toHaveLength(program().length);
  });

  it('leaves out what belongs to no program', async () => {
    const more = ['data/qasid.db', 'node_modules/zod/a.js', 'dist/web/index.html', 'programs/current.json'];
    const files = [...program(), ...more.map((name) => ({ name, text: 'x' }))];
    expect((await readNewcomer(give(files), present)).files).toHaveLength(program().length);
  });

  it.each([
    ['older', { version: '0.0.9', lock: '0.0.9' }],
    ['sameVersion', { version: '0.1.0', lock: '0.1.0' }],
    ['notQasid', { name: 'other' }],
    ['notQasid', { version: 'newest' }],
    ['incomplete', { lock: '0.1.0' }],
  ])('is refused as %s: %j', async (trouble, more) => {
    expect(await troubleOf(give(program(more)))).toBe(trouble);
  });

  it('is refused where a part of it is missing', async () => {
    for (const { name } of program()) {
      const rest = program().filter((file) => file.name !== name);
      expect([name, await troubleOf(give(rest))]).toEqual([
        name,
        name === 'package.json' ? 'notQasid' : 'incomplete',
      ]);
      rmSync(join(folder, 'qasid'), { recursive: true, force: true });
    }
  });

  if (kind === 'a folder') return;

  it('may have everything in one folder', async () => {
    const newcomer = await readNewcomer(give(below('qasid-0.2.0', program())), present);
    expect(newcomer.files.map(({ path }) => path)).toContain('src/server/main.ts');
  });

  it.each([
    '../evil.mjs',
    'src/../../evil.mjs',
    '/etc/evil',
    'C:/evil.mjs',
    'src/./evil.mjs',
    'src//evil.mjs',
    'src/evil.mjs:stream',
    'src/con',
    'src/NUL.txt',
    'src/evil.mjs.',
    'src/evil\u0000.mjs',
    'SRC/server/main.ts',
    'a'.repeat(500),
  ])('is refused as a whole for a file named %j', async (name) => {
    const trouble = await troubleOf(give([...program(), { name, text: 'x' }]));
    // Of a zip a slash before everything is left out, and a name of tar ends where it says so.
    const isMended = name === (kind === 'a zip' ? '/etc/evil' : 'src/evil\u0000.mjs');
    if (isMended) expect(trouble).toBe('taken');
    else expect(trouble).toBe('unsafe');
  });

  it('is refused where it is cut short, wherever that is', async () => {
    const path = give(program());
    const whole = readFileSync(path);
    for (const part of [0.1, 0.5, 0.9, 0.99]) {
      writeFileSync(path, whole.subarray(0, Math.floor(whole.length * part)));
      expect(await troubleOf(path)).toBe('torn');
    }
  });

  it('is refused where a byte of it is another', async () => {
    const path = give(program());
    const bytes = readFileSync(path);
    // In the packed text of package.json.
    const at = kind === 'a zip' ? 30 + 'package.json'.length + 8 : 40;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x55, at);
    writeFileSync(path, bytes);
    expect(await troubleOf(path)).toBe('torn');
  });
});

describe('what was given', () => {
  it('is nothing, or something else', async () => {
    expect(await troubleOf(join(folder, 'nowhere'))).toBe('absent');
    expect(await troubleOf(write(Buffer.from('MZ no archive'), 'qasid.exe'))).toBe('notArchive');
    expect(await troubleOf(write(Buffer.from(''), 'empty.zip'))).toBe('notArchive');
    mkdirSync(join(folder, 'empty'));
    expect(await troubleOf(join(folder, 'empty'))).toBe('notQasid');
  });

  it('is refused for a link in a tar, which could lead anywhere', async () => {
    for (const kind of ['1', '2'])
      expect(await troubleOf(write(makeTarGz([...program(), { name: 'src/x', kind }])))).toBe('unsafe');
  });

  it('has long names in a tar', async () => {
    const name = `src/${'long-folder/'.repeat(12)}file.ts`;
    const newcomer = await readNewcomer(write(makeTarGz([...program(), { name, text: 'x' }])), present);
    expect(newcomer.files.map(({ path }) => path)).toContain(name);
  });

  it('is refused where a head of a tar does not sum up', async () => {
    const bytes = makeTar(program());
    bytes.writeUInt8(0x7a, 0);
    expect(await troubleOf(write(gzipSync(bytes)))).toBe('torn');
  });

  it('is looked at without following links of a folder', async () => {
    const place = unpackTo(program());
    symlinkSync(tmpdir(), join(place, 'src', 'link'), 'junction');
    expect((await readNewcomer(place, present)).files).toHaveLength(program().length);
  });
});
