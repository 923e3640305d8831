/** Started again from a page: the server ends kindly and says so to whoever started it, and ends where that one is gone. */

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
let said: string[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'qasid-again-'));
});
afterEach(async () => {
  child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Answers its address once it is ready. */
async function begin(...args: string[]): Promise<string> {
  const env = {
    ...compileCache,
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: '0',
    ADMIN_PASSWORD: password,
  };
  child = fork(program, args, { env, silent: true, execArgv: ['--disable-warning=ExperimentalWarning'] });
  said = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
    said.push(line);
    const [, address] = /^Qasid is ready: (\S+)$/.exec(line) ?? [];
    if (address) resolve(address);
  });
  child.once('exit', () => reject(new Error(said.join('\n'))));
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

it('ends where it cannot start', async () => {
  await writeFile(join(dataDir, 'qasid.db'), 'no database '.repeat(1000));
  await expect(begin('--supervised')).rejects.toThrow();
  expect(child.exitCode).toBe(1);
});

it('answers, asks to be started again, and ends kindly', async () => {
  const counter = await signIn(await begin('--supervised'));
  const told = once(child, 'message');
  const ended = once(child, 'exit');
  expect((await restart(counter)).status).toBe(204);
  expect((await told)[0]).toBe('restart');
  expect((await ended)[0]).toBe(0);
});

it('says that it cannot where nobody would start it again, and runs on', async () => {
  const counter = await signIn(await begin());
  expect((await restart(counter)).status).toBe(409);
  expect((await fetch(`${counter.address}/healthz`)).status).toBe(200);
});

it('ends kindly where whoever started it is gone without a word', async () => {
  await begin('--supervised');
  const ended = once(child, 'exit');
  child.disconnect();
  expect((await ended)[0]).toBe(0);
});

it('starts with the last good settings where they are torn, and says so', async () => {
  await writeFile(join(dataDir, 'settings.json'), '{"lan": tr');
  await writeFile(join(dataDir, 'settings.last.json'), '{"lan": true}');
  await begin();
  const warning = 'Warning: The file settings.json cannot be read. Those of the last good one are used.';
  await expect.poll(() => said.join('\n'), { interval: 50 }).toContain(warning);
});
