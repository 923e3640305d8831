/**
 * Puts a new version beside the current one, installs its packages and builds its web app. The new version is not
 * used yet.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { updateWords } from '#shared/words/command-line.ts';
import { withEnvironment } from '../../src/server/config.ts';
import { StartFailure } from '../../src/server/platform/db/start-failure.ts';
import { isInstalled } from '../install.mjs';
import { nodeOf } from '../pinned-node.mjs';
import type { NewVersion } from './newcomer.ts';

type Done = { code: number; output: string };

/** Runs a script of another program, with that program's own Node if it is installed. */
export function runScript(
  program: string,
  script: string,
  more: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Done> {
  const { promise, resolve } = Promise.withResolvers<Done>();
  const words = ['--disable-warning=ExperimentalWarning', join(program, 'scripts', script)];
  const child = spawn(nodeOf(program), words, {
    cwd: more.cwd ?? program,
    env: withEnvironment(more.env ?? {}),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  child.on('error', (error) => resolve({ code: 1, output: error.message }));
  child.on('close', (code) => resolve({ code: code ?? 1, output: output.trim() }));
  return promise;
}

async function expectRun(program: string, script: string): Promise<void> {
  const { code, output } = await runScript(program, script);
  if (code !== 0) throw new StartFailure(updateWords.step(output));
}

async function writeFiles(program: string, { files }: NewVersion): Promise<void> {
  for (const { path, read } of files) {
    const target = join(program, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, await read());
  }
}

/** Copies the packages if one of these folders has all required packages. Then nothing is downloaded. */
function takeOver(program: string, holders: readonly (string | undefined)[]): boolean {
  const holder = holders.find((folder) => folder !== undefined && isInstalled(program, folder));
  if (holder === undefined) return false;
  cpSync(join(holder, 'node_modules'), join(program, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    // The caches in node_modules belong to the other program.
    filter: (path) =>
      !path.endsWith(join('node_modules', '.cache')) && !path.endsWith(join('node_modules', '.vite')),
  });
  return existsSync(join(program, 'node_modules'));
}

type Placing = { present: string; say: (line: string) => void };

/** First removes a folder that an earlier try left. */
export async function placeProgram(
  program: string,
  newVersion: NewVersion,
  { present, say }: Placing,
): Promise<void> {
  rmSync(program, { recursive: true, force: true });
  say(updateWords.placing);
  await writeFiles(program, newVersion);
  if (takeOver(program, [newVersion.folder, present])) say(updateWords.taken);
  else say(updateWords.installing);
  await expectRun(program, 'install.mjs');
  say(updateWords.building);
  await expectRun(program, 'web-build.mjs');
}
