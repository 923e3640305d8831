/** Restarts the web processes one after the other behind the proxy of deploy/. No request may fail meanwhile. */
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { createReadiness } from '../../src/server/operations/health/health.ts';
import { computer } from '../../src/server/runtime.ts';
import { engines } from '../support/engines.ts';
import { type MainProcess, startMain } from '../support/fault-main.ts';
import { writeNginx } from '../support/nginx.ts';
import { createDatabase, dropDatabase } from '../support/postgres.ts';

const password = 'Falsa-Neem-481';

function has(program: string, word: string): boolean {
  try {
    execFileSync(program, [word], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The port of the proxy and the ports of the web processes behind it. */
type Ports = { front: number; web: readonly [number, number] };
/** `tell` writes the configuration into the folder and returns the arguments of the program. */
type Proxy = { program: string; version: string; tell: (folder: string, ports: Ports) => Promise<string[]> };

const proxies: Proxy[] = [
  {
    program: 'caddy',
    version: 'version',
    tell: async (folder, { front, web: [one, two] }) => {
      const file = (await readFile('deploy/Caddyfile', 'utf8'))
        .replace('{$DOMAIN} {', `http://127.0.0.1:${front} {`)
        .replace('web1:3000 web2:3000', `127.0.0.1:${one} 127.0.0.1:${two}`);
      await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${file}`);
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    },
  },
  {
    program: 'nginx',
    version: '-v',
    tell: async (folder, { front, web: [one, two] }) => {
      const file = (await readFile('deploy/nginx.conf', 'utf8'))
        .replace(/server \{\n\tlisten 80;[^}]*\}\n/, '')
        .replaceAll(/^\t(listen \[::\]|ssl_).*\n/gm, '')
        .replace('listen 443 ssl http2;', `listen 127.0.0.1:${front};`)
        .replace('127.0.0.1:3001', `127.0.0.1:${one}`)
        .replace('127.0.0.1:3002', `127.0.0.1:${two}`);
      return ['-c', await writeNginx(folder, file), '-p', folder, '-e', 'stderr'];
    },
  },
];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

describe('Readiness', () => {
  const at = (time: number) => () => new Date(time);

  it('During a drain the readiness check fails long enough for the proxy to notice.', async () => {
    const readiness = createReadiness({ ...computer, now: at(0) }, 10);
    expect(readiness.ask()).toBe(true);
    const drained = readiness.drain();
    expect(readiness.ask()).toBe(false);
    await drained;
  });

  it('A drain does not wait when no readiness check was requested lately.', async () => {
    let time = 0;
    const readiness = createReadiness({ ...computer, now: () => new Date(time) }, 2 ** 30);
    await readiness.drain();
    readiness.ask();
    time = 30_000;
    await readiness.drain();
  });
});

// This test is part of `npm run test:full -- storms`, because it takes most of a minute. No npm package brings such a
// proxy.
const isRequested = process.env.FAULT_ROLLING === '1';
const there = proxies.filter(
  ({ program, version }) => isRequested && engines.includes('postgres') && has(program, version),
);
describe.each(there)('Rolling restart behind $program', ({ program, tell }) => {
  const name = `rolling_${randomUUID().replaceAll('-', '')}`;
  const programs = new Map<number, MainProcess>();
  let folder: string;
  let databaseUrl: string;
  let proxy: ReturnType<typeof spawn>;
  let address: string;

  const begin = async (port: number) => {
    const env = { DATA_DIR: folder, DATABASE_URL: databaseUrl, ADMIN_PASSWORD: password, ROLE: 'web' };
    const program = startMain({ ...env, PORT: String(port) });
    programs.set(port, program);
    await program.ready();
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'qasid-rolling-'));
    databaseUrl = await createDatabase(inject('postgresUrl') ?? '', name);
    const [one, two, front] = [await freePort(), await freePort(), await freePort()];
    await begin(one);
    await begin(two);
    proxy = spawn(program, await tell(folder, { front, web: [one, two] }), {
      stdio: 'ignore',
      env: { ...process.env, HOME: folder },
    });
    address = `http://127.0.0.1:${front}`;
    await vi.waitUntil(
      () =>
        fetch(`${address}/api/openapi.json`).then(
          ({ ok }) => ok,
          () => false,
        ),
      30_000,
    );
  });
  afterAll(async () => {
    // SIGKILL would leave the worker of nginx running.
    if (proxy?.kill('SIGTERM')) await once(proxy, 'exit');
    for (const program of programs.values()) await program.end('SIGKILL');
    await dropDatabase(inject('postgresUrl') ?? '', name);
    await rm(folder, { recursive: true, force: true });
  });

  const post = (path: string, body: unknown, token = '') =>
    fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });

  it('Every save is answered while the web processes are restarted one after the other behind $program.', {
    timeout: 120_000,
  }, async () => {
    const { token } = (await (await post(calls.login.path, { userName: 'admin', password })).json()) as {
      token: string;
    };
    const answers: string[] = [];
    let isOver = false;
    const save = async (clerk: number) => {
      for (let count = 0; !isOver; count++) {
        const group = {
          id: 0,
          name: `G${clerk}-${count}`,
          month: 11,
          year: 2026,
          description: 'Fee',
          campusID: 1,
        };
        const contacts = [{ name: 'Ayesha', number: '03001234567' }];
        const answer = await post(`${calls.saveGroup.path}?db=main`, { group, contacts }, token).then(
          ({ status }) => String(status),
          (error: Error) => error.message,
        );
        answers.push(answer);
        await wait(20);
      }
    };
    const clerks = [1, 2, 3].map(save);
    for (const [port, program] of [...programs]) {
      await program.end('SIGTERM');
      await begin(port);
    }
    isOver = true;
    await Promise.all(clerks);
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.filter((answer) => answer !== '200')).toEqual([]);
  });
});
