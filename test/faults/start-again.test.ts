/**
 * Restart from a page: a supervised server exits cleanly and asks its parent to start it again. It also exits when its
 * parent is gone.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { compileCache } from '../support/compile-cache.ts';
import { ask } from '../support/fault-clerk.ts';

const program = join(import.meta.dirname, '../../src/server/main.ts');
const password = 'started-kindly';
const place = { db: 'main', cID: 1 };

let dataDir: string;
let child: ChildProcess;
let lines: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'qasid-again-'));
});
afterEach(async () => {
  child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the server and returns its address once it is ready. */
async function begin(...args: string[]): Promise<string> {
  const env = {
    ...compileCache,
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: '0',
    ADMIN_PASSWORD: password,
  };
  child = fork(program, args, { env, silent: true, execArgv: ['--disable-warning=ExperimentalWarning'] });
  lines = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
    lines.push(line);
    const [, address] = /^Qasid is ready: (\S+)$/.exec(line) ?? [];
    if (address) resolve(address);
  });
  child.once('exit', () => reject(new Error(lines.join('\n'))));
  return promise;
}

async function signIn(address: string): Promise<{ address: string; token: string }> {
  const given = { userName: 'admin', password };
  const { token } = (await ask({ address, token: '' }, calls.login, given)) as { token: string };
  return { address, token };
}

const restart = ({ address, token }: { address: string; token: string }) =>
  fetch(`${address}/api/Installation/Restart?db=${place.db}&cID=${place.cID}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });

it('A supervised server that cannot start ends with exit code 1.', async () => {
  await writeFile(join(dataDir, 'qasid.db'), 'no database '.repeat(1000));
  await expect(begin('--supervised')).rejects.toThrow();
  expect(child.exitCode).toBe(1);
});

it('A supervised server answers a restart call, asks its parent to start it again and exits with 0.', async () => {
  const counter = await signIn(await begin('--supervised'));
  const requested = once(child, 'message');
  const ended = once(child, 'exit');
  expect((await restart(counter)).status).toBe(204);
  expect((await requested)[0]).toBe('restart');
  expect((await ended)[0]).toBe(0);
});

it('A server without a supervisor refuses a restart call with 409 and keeps running.', async () => {
  const counter = await signIn(await begin());
  expect((await restart(counter)).status).toBe(409);
  expect((await fetch(`${counter.address}/healthz`)).status).toBe(200);
});

it('A supervised server exits with 0 when its parent process no longer runs.', async () => {
  await begin('--supervised');
  const ended = once(child, 'exit');
  child.disconnect();
  expect((await ended)[0]).toBe(0);
});

it('A torn settings.json is replaced by the last good settings, with a warning.', async () => {
  await writeFile(join(dataDir, 'settings.json'), '{"lan": tr');
  await writeFile(join(dataDir, 'settings.last.json'), '{"lan": true}');
  await begin();
  const warning = 'Warning: The file settings.json cannot be read. Qasid uses the last good settings.';
  await expect.poll(() => lines.join('\n'), { interval: 50 }).toContain(warning);
});
