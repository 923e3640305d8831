/** A folder, or a database beside one, for tests of backups, and the commands as a person types them there. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../../src/server/config.ts';
import { compileCache } from './compile-cache.ts';
import { configFor } from './config.ts';
import type { Engine } from './engines.ts';
import { createDatabase, dropDatabase } from './postgres.ts';
import type { ServerWithTools } from './postgres-tools.ts';

const run = promisify(execFile);
const scriptOf = (name: string) => join(import.meta.dirname, `../../scripts/${name}.ts`);
const node = ['--disable-warning=ExperimentalWarning'];

/** A command of package.json. */
type Command = 'backup' | 'restore' | 'move' | 'school' | 'user' | 'verify-trail' | 'verify-money';

export type BackupPlace = {
  config: Config;
  /** Returns what the command printed, or rejects when it fails. */
  command: (name: Command, ...args: string[]) => Promise<string>;
  /** Starts the command without waiting for it. */
  begin: (name: Command, ...args: string[]) => ReturnType<typeof spawn>;
  /** The names of the complete backups, oldest first. */
  backups: () => Promise<string[]>;
  remove: () => Promise<void>;
};

/**
 * Starts the work again and again and kills it a little later each time, in shares of its usual time, until it
 * finishes. After each run, `look` checks what is left. Shares make slow machines kill at the same steps as fast ones.
 */
export async function killEverLater(
  begin: () => ChildProcess,
  usual: number,
  look: (isDone: boolean) => Promise<void>,
): Promise<void> {
  for (let delay = usual / 5, isDone = false; !isDone; delay += usual / 20) {
    const child = begin();
    const ended = once(child, 'close');
    const timer = setTimeout(() => child.kill('SIGKILL'), delay);
    const [code] = await ended;
    clearTimeout(timer);
    isDone = code === 0;
    await look(isDone);
  }
}

/** The milliseconds that the work takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

export const isBackup = (name: string): boolean => /^\d{4}-[\dT-]+$/.test(name);

export async function makeBackupPlace(
  engine: Engine,
  server: ServerWithTools | undefined,
): Promise<BackupPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qasid-backup-'));
  const name = `b_${randomUUID().replaceAll('-', '')}`;
  const isPostgres = engine === 'postgres' && server !== undefined;
  const databaseUrl = isPostgres ? await createDatabase(server.url, name) : undefined;
  const env = {
    ...compileCache,
    PATH: server?.path ?? process.env.PATH,
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  return {
    config: { ...configFor(dataDir, databaseUrl), logLevel: 'silent' },
    command: async (name, ...args) =>
      (await run(process.execPath, [...node, scriptOf(name), ...args], { env })).stdout,
    begin: (name, ...args) =>
      spawn(process.execPath, [...node, scriptOf(name), ...args], {
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    backups: async () => (await readdir(join(dataDir, 'backups')).catch(() => [])).filter(isBackup).sort(),
    remove: async () => {
      if (isPostgres) await dropDatabase(server.url, name);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
