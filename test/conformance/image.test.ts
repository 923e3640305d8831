/**
 * The files that the Dockerfile copies must be enough for its commands. Docker is not available here, so the test reads
 * its lines.
 */
import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backupsOf } from '../../src/server/operations/backups/make-backup.ts';
import { startMain } from '../support/fault-main.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../..');
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Large folders of the build stage are linked and not copied: every file uses the same ones. */
const linked = ['node_modules', 'dist'];

/** Makes the folder /qasid of the image. A source path without a wildcard keeps the name that the line gives it. */
function copyImage(image: string): void {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  for (const [, words = ''] of last.matchAll(/^COPY --from=build (.+)$/gm)) {
    const sources = words.split(' ');
    const target = join(image, sources.pop() ?? '');
    for (const source of sources) {
      const pattern = relative('/qasid', source);
      const found = globSync(pattern, { cwd: repository });
      if (found.length === 0 && !linked.includes(pattern)) throw new Error(`${source} is not there`);
      for (const path of found) {
        const from = join(repository, path);
        const isFile = statSync(from).isFile();
        if (linked.includes(path)) symlinkSync(from, target, 'junction');
        else if (isFile) mkdirSync(target, { recursive: true });
        if (!linked.includes(path))
          cpSync(from, isFile ? join(target, basename(path)) : target, { recursive: true });
      }
    }
  }
}

let above: string;
let image: string;
let env: Record<string, string | undefined>;
beforeAll(async () => {
  above = mkdtempSync(join(tmpdir(), 'qasid-image-'));
  image = join(above, 'qasid');
  mkdirSync(image);
  copyImage(image);
  env = { PATH: process.env.PATH, DATA_DIR: join(above, 'data'), NODE_COMPILE_CACHE: join(above, 'cache') };
  // Makes a school that can be backed up, from the same sources.
  const program = startMain({ DATA_DIR: join(above, 'data'), ADMIN_PASSWORD: 'Cricket-Bat-Tree-47' });
  await program.ready();
  await program.end('SIGTERM');
});
afterAll(() => rmSync(above, { recursive: true, force: true }));

/** Runs `npm run NAME -- WORDS` in the image and returns what was printed, even when the command failed. */
async function command(name: string, ...words: string[]): Promise<string> {
  const [, script = ''] = /^node (\S+)$/.exec(scripts[name] ?? '') ?? [];
  try {
    const { stdout } = await run(process.execPath, [script, ...words], { cwd: image, env });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}

it('The commands of an operator run in the image.', async () => {
  expect(await command('backup')).toContain(backupsOf(join(above, 'data')));
  const listed = await command('restore', '--list');
  const name = /, (\d{4}-[\dT-]+)\)/.exec(listed)?.[1] ?? '';
  expect(await command('restore', name, '--dry-run')).toContain('✓');
  expect(await command('school', 'list')).toContain('main');
  expect(await command('user', 'reset', 'admin')).toContain('/join#');
  expect(await command('verify-trail')).toContain('Main School');
  expect(await command('verify-money')).toContain('Main');
  expect(await command('move')).toContain('npm run move');
});

it('Every command that deploy/README.md runs in a container is in the image.', () => {
  const readme = readFileSync('deploy/README.md', 'utf8');
  const lines = [
    ...readme.matchAll(/docker compose run[^\n`]* (?:node (scripts\/[\w-]+\.mjs)|npm run ([\w-]+))/g),
  ];
  expect(lines.length).toBeGreaterThan(1);
  for (const [line, script, name = ''] of lines) {
    const file = script ?? scripts[name]?.split(' ')[1] ?? '';
    expect(globSync(file, { cwd: image }), line).toHaveLength(1);
  }
});
