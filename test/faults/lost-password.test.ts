/** When nobody can sign in, the operator runs `npm run user -- reset NAME` on the computer of Qasid. */

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { Config } from '../../src/server/config.ts';
import { type Running, start } from '../../src/server/start.ts';
import { compileCache } from '../support/compile-cache.ts';
import { configFor } from '../support/config.ts';
import { engines } from '../support/engines.ts';
import { createDatabase, dropDatabase } from '../support/postgres.ts';

const script = join(import.meta.dirname, '../../scripts/user.ts');
const first = 'the password that is lost';
const next = 'a new good password';

describe.each(engines)('Lost password on %s', (engine) => {
  const name = `lost_${randomUUID().replaceAll('-', '')}`;
  let config: Config;
  let running: Running;

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'qasid-lost-'));
    const databaseUrl =
      engine === 'postgres' ? await createDatabase(inject('postgresUrl') ?? '', name) : undefined;
    config = { ...configFor(dataDir, databaseUrl), role: 'all', adminPassword: first };
    running = await start(config);
  });
  afterAll(async () => {
    await running.stop();
    if (config.databaseUrl) await dropDatabase(inject('postgresUrl') ?? '', name);
    await rm(config.dataDir, { recursive: true, force: true });
  });

  async function run(...words: string[]) {
    const { dataDir, databaseUrl } = config;
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...words], {
      env: {
        ...compileCache,
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        PORT: '4321',
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      },
    });
    let printed = '';
    let complained = '';
    child.stdout.on('data', (text) => {
      printed += text;
    });
    child.stderr.on('data', (text) => {
      complained += text;
    });
    const [code] = await once(child, 'close');
    return { code, printed, complained };
  }

  const post = async (call: { path: string }, body: unknown) => {
    const response = await fetch(`${running.address}/api${call.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const login = async (password: string) => (await post(calls.login, { userName: 'admin', password })).status;

  it('"user reset" prints a one-time link, ends all sessions and disables the old password.', async () => {
    expect(running.isPasswordIgnored).toBe(false);
    expect(await login(first)).toBe(200);
    const { db } = running.deps.store;
    await db.updateTable('user').set({ disabledAt: '2026-11-01T00:00:00.000Z' }).execute();
    await running.stop();

    const { code, printed, complained } = await run('reset', 'Admin');
    expect({ code, complained }).toEqual({ code: 0, complained: '' });
    const link = /http:\/\/127\.0\.0\.1:4321\/join#([\w-]{43})/.exec(printed);
    expect(link, printed).not.toBeNull();

    running = await start(config);
    // The password of the first start no longer works.
    expect(running.isPasswordIgnored).toBe(true);
    expect(await login(first)).toBe(401);
    expect(await running.deps.store.db.selectFrom('session').select('id').execute()).toEqual([]);
    const token = link?.[1];
    expect(await post(calls.openLink, { token, password: next })).toEqual({
      status: 200,
      body: { userName: 'admin' },
    });
    expect(await login(next)).toBe(200);
    expect((await post(calls.openLink, { token, password: next })).status).toBe(404);
  });

  it.each([[[]], [['reset']], [['reset', 'nobody']], [['remove', 'admin']], [['reset', 'admin', 'more']]])(
    'A wrong "user" command line changes nothing and explains itself: %j.',
    async (words) => {
      await running.stop();
      const { code, printed, complained } = await run(...words);
      expect({ code, printed }).toEqual({ code: 1, printed: '' });
      expect(complained).toMatch(/^\S.+\n$/);
      running = await start(config);
      expect(await login(next)).toBe(200);
    },
  );
});
