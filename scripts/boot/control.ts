/** Installs, starts, stops and removes the start at boot: writes the files and runs the commands of a plan. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { bootWords } from '#shared/words/command-line.ts';
import { withEnvironment } from '../../src/server/config.ts';
import { StartFailure } from '../../src/server/platform/db/start-failure.ts';
import { home } from '../programs.mjs';
import { planLaunchd } from './launchd.ts';
import { type BootPlan, type Command, type File, type Place, UnusablePath } from './model.ts';
import { planSystemd } from './systemd.ts';
import { planTask } from './task-scheduler.ts';

type Done = { code: number; output: string };

export function run({ program, args }: Command): Promise<Done> {
  const { promise, resolve } = Promise.withResolvers<Done>();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  child.on('error', () => resolve({ code: 127, output: bootWords.missing(program) }));
  child.on('close', (code) => resolve({ code: code ?? 1, output: output.trim() }));
  return promise;
}

async function runAll(commands: readonly Command[]): Promise<void> {
  for (const command of commands) {
    const { code, output } = await run(command);
    if (code !== 0 && !command.mayFail) throw new StartFailure(bootWords.refused(command.program, output));
  }
}

const plans: Partial<Record<NodeJS.Platform, (place: Place) => BootPlan>> = {
  win32: planTask,
  linux: planSystemd,
  darwin: planLaunchd,
};

/** `dataDir` is passed to the plan only if it is not the default folder of the school. */
export function findPlan(dataDir: string): BootPlan | undefined {
  const { npm_node_execpath: npmNode, USERDOMAIN, USERNAME } = withEnvironment({});
  const { username, uid } = userInfo();
  const place: Place = {
    node: npmNode ?? process.execPath,
    script: join(home, 'scripts', 'start.mjs'),
    dataDir: dataDir === join(home, 'data') ? undefined : dataDir,
    homedir: homedir(),
    temporary: tmpdir(),
    user: USERDOMAIN && USERNAME ? `${USERDOMAIN}\\${USERNAME}` : username,
    uid: Math.max(uid, 0),
  };
  try {
    return plans[process.platform]?.(place);
  } catch (error) {
    if (error instanceof UnusablePath) throw new StartFailure(error.message);
    throw error;
  }
}

export async function isInstalled(plan: BootPlan): Promise<boolean> {
  return (await run(plan.look)).code === 0;
}

export function writeFiles(files: readonly File[]): void {
  for (const { path, bytes } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

function removeFiles({ files }: BootPlan): void {
  for (const { path } of files) rmSync(path, { force: true });
}

/** Returns whether Qasid starts at boot (`usual`) or only at sign-in. */
export async function install(plan: BootPlan): Promise<'usual' | 'atSignIn'> {
  writeFiles(plan.files);
  try {
    await runAll(plan.install);
    return 'usual';
  } catch (error) {
    if (!plan.otherwise) {
      removeFiles(plan);
      throw error;
    }
  }
  writeFiles(plan.otherwise.files);
  await runAll(plan.otherwise.install);
  return 'atSignIn';
}

export async function remove(plan: BootPlan): Promise<void> {
  await runAll(plan.remove);
  removeFiles(plan);
}

export const start = (plan: BootPlan): Promise<void> => runAll([plan.start]);
export const stop = (plan: BootPlan): Promise<void> => runAll([plan.stop]);
