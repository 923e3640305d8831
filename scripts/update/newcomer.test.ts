import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTar, makeTarGz, makeZip, type Packed } from '../../test/support/archives.ts';
import { NewVersionFailure } from './model.ts';
import { readNewVersion } from './newcomer.ts';

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
const findProblem = (path: string): Promise<unknown> =>
  readNewVersion(path, present).then(
    () => 'taken',
    (error) => (error instanceof NewVersionFailure ? error.problem : error),
  );

const kinds: [string, (files: readonly Packed[]) => string][] = [
  ['a zip', (files) => write(makeZip(files))],
  ['a tar.gz', (files) => write(makeTarGz(files), 'qasid.tar.gz')],
  ['a folder', unpackTo],
];

describe.each(kinds)('New version as %s', (kind, give) => {
  it('A new version is read file by file.', async () => {
    const newVersion = await readNewVersion(give(program()), present);
    expect(newVersion.version).toBe('0.2.0');
    const main = newVersion.files.find(({ path }) => path === 'src/server/main.ts');
    expect((await main?.read())?.toString()).toBe('export {};\n');
    expect(newVersion.files).toHaveLength(program().length);
  });

  it('Files that do not belong to the program are left out of a new version.', async () => {
    const more = ['data/qasid.db', 'node_modules/zod/a.js', 'dist/web/index.html', 'programs/current.json'];
    const files = [...program(), ...more.map((name) => ({ name, text: 'x' }))];
    expect((await readNewVersion(give(files), present)).files).toHaveLength(program().length);
  });

  it.each([
    ['older', { version: '0.0.9', lock: '0.0.9' }],
    ['sameVersion', { version: '0.1.0', lock: '0.1.0' }],
    ['notQasid', { name: 'other' }],
    ['notQasid', { version: 'newest' }],
    ['incomplete', { lock: '0.1.0' }],
  ])('A new version is refused as %s: %j.', async (problem, more) => {
    expect(await findProblem(give(program(more)))).toBe(problem);
  });

  it('A new version with a missing part is refused.', async () => {
    for (const { name } of program()) {
      const rest = program().filter((file) => file.name !== name);
      expect([name, await findProblem(give(rest))]).toEqual([
        name,
        name === 'package.json' ? 'notQasid' : 'incomplete',
      ]);
      rmSync(join(folder, 'qasid'), { recursive: true, force: true });
    }
  });

  if (kind === 'a folder') return;

  it('An archive may hold the new version in one top folder.', async () => {
    const newVersion = await readNewVersion(give(below('qasid-0.2.0', program())), present);
    expect(newVersion.files.map(({ path }) => path)).toContain('src/server/main.ts');
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
  ])('An archive is refused as a whole for a file named %j.', async (name) => {
    const problem = await findProblem(give([...program(), { name, text: 'x' }]));
    // The zip reader drops a leading slash, and a name in a tar ends at its zero byte. Both names become harmless.
    const isMended = name === (kind === 'a zip' ? '/etc/evil' : 'src/evil\u0000.mjs');
    if (isMended) expect(problem).toBe('taken');
    else expect(problem).toBe('unsafe');
  });

  it('An archive that is cut short anywhere is refused.', async () => {
    const path = give(program());
    const whole = readFileSync(path);
    for (const part of [0.1, 0.5, 0.9, 0.99]) {
      writeFileSync(path, whole.subarray(0, Math.floor(whole.length * part)));
      expect(await findProblem(path)).toBe('torn');
    }
  });

  it('An archive with one changed byte is refused.', async () => {
    const path = give(program());
    const bytes = readFileSync(path);
    // The byte lies in the packed text of package.json.
    const at = kind === 'a zip' ? 30 + 'package.json'.length + 8 : 40;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x55, at);
    writeFileSync(path, bytes);
    expect(await findProblem(path)).toBe('torn');
  });
});

describe('Given path', () => {
  it('A missing path, a file that is no archive and an empty folder are refused.', async () => {
    expect(await findProblem(join(folder, 'nowhere'))).toBe('absent');
    expect(await findProblem(write(Buffer.from('MZ no archive'), 'qasid.exe'))).toBe('notArchive');
    expect(await findProblem(write(Buffer.from(''), 'empty.zip'))).toBe('notArchive');
    mkdirSync(join(folder, 'empty'));
    expect(await findProblem(join(folder, 'empty'))).toBe('notQasid');
  });

  it('A tar with a link is refused, because the link may point anywhere.', async () => {
    for (const kind of ['1', '2'])
      expect(await findProblem(write(makeTarGz([...program(), { name: 'src/x', kind }])))).toBe('unsafe');
  });

  it('A tar with long file names is read.', async () => {
    const name = `src/${'long-folder/'.repeat(12)}file.ts`;
    const newVersion = await readNewVersion(write(makeTarGz([...program(), { name, text: 'x' }])), present);
    expect(newVersion.files.map(({ path }) => path)).toContain(name);
  });

  it('A tar whose header has a wrong checksum is refused.', async () => {
    const bytes = makeTar(program());
    bytes.writeUInt8(0x7a, 0);
    expect(await findProblem(write(gzipSync(bytes)))).toBe('torn');
  });

  it('Links inside a given folder are not followed.', async () => {
    const place = unpackTo(program());
    symlinkSync(tmpdir(), join(place, 'src', 'link'), 'junction');
    expect((await readNewVersion(place, present)).files).toHaveLength(program().length);
  });
});
