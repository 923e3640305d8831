/** The page of this computer: where Qasid listens, who may change it, and warnings about the data. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { Machine } from '../../src/server/deps.ts';
import { thisMachine } from '../../src/server/operations/installation/machine.ts';
import { changeSettings, readSettings } from '../../src/server/settings-file.ts';
import { engines } from '../support/engines.ts';
import { type ConfigOverrides, createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';
import { expectFailure } from './expectations.ts';

const plenty = 64 * 1024 ** 3;
const machine: Machine = {
  platform: 'win32',
  freeBytes: async () => plenty,
  place: async (folder) => ({ platform: 'linux', folder, synced: [], mounts: '/dev/sda1 / ext4 rw 0 0' }),
  addresses: () => ['192.168.1.20', '10.0.0.5'],
  tryPort: async (port) => (port === 8081 ? 'taken' : port < 1024 ? 'forbidden' : 'free'),
};
const unfixed: ConfigOverrides = { fixed: { port: false, host: false }, logLevel: 'silent' };

let world: World;
let admin: Caller;
let restarts: number;
async function open(
  engine: 'sqlite' | 'postgres',
  overrides: ConfigOverrides = unfixed,
  seen: Partial<Machine> = {},
) {
  restarts = 0;
  const restart = () => {
    restarts += 1;
  };
  world = await createWorld(engine, { machine: { ...machine, ...seen }, restart }, overrides);
  const campus = await world.school(freshSlug());
  admin = callerOf(world, campus, await campus.user());
}
afterEach(() => world.stop());

const show = () => admin.get(calls.getInstallation);
const change = (body: object) => admin.ask(calls.changeInstallation, { body });
const settings = () => readSettings(world.deps.config.dataDir).settings;
const warnings = async () => (await admin.get(calls.listWarnings)).list;

describe.each(engines)('An installation of one school on %s', (engine) => {
  beforeEach(() => open(engine));

  it('The installation shows its port and the addresses for other computers.', async () => {
    expect(await show()).toMatchObject({
      mayChange: true,
      port: { now: 0, next: 3000, isFixed: false },
      lan: { now: false, next: false, isFixed: false },
      addresses: ['http://192.168.1.20:3000', 'http://10.0.0.5:3000'],
      system: 'windows',
      mayRestart: true,
    });
  });

  it('A change by the administrator is stored for the next start.', async () => {
    expect((await change({ lan: true })).body).toMatchObject({ lan: { now: false, next: true } });
    expect((await change({ port: 8080 })).body).toMatchObject({
      port: { next: 8080 },
      addresses: ['http://192.168.1.20:8080', 'http://10.0.0.5:8080'],
      needsRestart: true,
    });
    expect(settings()).toEqual({ lan: true, port: 8080 });
  });

  it.each([
    [8081, 'taken'],
    [80, 'forbidden'],
  ])('Port %i is refused at its field because it is %s.', async (port) => {
    const refused = await change({ port });
    expectFailure(refused, 'invalid');
    expect(refused.body.issues).toEqual([{ path: 'port', message: refused.body.message }]);
    expect(settings()).toEqual({});
  });

  it.each([0, 65_536, 1.5, '80', null])('The value %j is refused as a port.', async (port) => {
    expect((await change({ port })).status).toBe(400);
    expect(settings()).toEqual({});
  });

  it('The installation restarts after it has answered.', async () => {
    expect((await admin.ask(calls.restartInstallation)).status).toBe(204);
    await expect.poll(() => restarts, { interval: 20 }).toBe(1);
  });

  it('The installation is for administrators, and its warnings are for every user.', async () => {
    const campus = await world.school(freshSlug());
    const clerk = callerOf(world, campus, await campus.user({ view: true, outbox: true }));
    for (const call of [calls.getInstallation, calls.restartInstallation])
      expectFailure(await clerk.ask(call), 'forbidden');
    expectFailure(await clerk.ask(calls.changeInstallation, { body: { lan: true } }), 'forbidden');
    expect(await clerk.get(calls.listWarnings)).toEqual({ list: [] });
    expect(restarts).toBe(0);
  });

  it('The administrator of one school among several cannot change or restart the installation.', async () => {
    await world.school(freshSlug());
    expectFailure(await change({ lan: true }), 'forbidden');
    expectFailure(await change({ port: 8080 }), 'forbidden');
    expectFailure(await admin.ask(calls.restartInstallation), 'forbidden');
    expect(settings()).toEqual({});
    expect(await show()).toMatchObject({ mayChange: false, addresses: [], dataDir: '', mayRestart: false });
  });
});

describe('Settings from the environment', () => {
  it('Port and host from the environment are shown as fixed and cannot be changed.', async () => {
    await open('sqlite', { ...unfixed, fixed: { port: true, host: true } });
    changeSettings(world.deps.config.dataDir, { port: 8080, lan: true });
    expect(await show()).toMatchObject({
      port: { now: 0, next: 0, isFixed: true },
      lan: { now: false, next: false, isFixed: true },
      needsRestart: false,
    });
    expectFailure(await change({ port: 9090 }), 'invalid');
    expectFailure(await change({ lan: true }), 'invalid');
    expect(settings()).toEqual({ port: 8080, lan: true });
  });
});

describe('Warnings', () => {
  it('A healthy installation has no warnings.', async () => {
    await open('sqlite');
    expect(await warnings()).toEqual([]);
  });

  it('The warnings name low disk space, a synchronised folder and a damaged settings file.', async () => {
    await open('sqlite', unfixed, {
      freeBytes: async () => 1024 ** 3 - 1,
      place: async () => ({
        platform: 'win32',
        folder: 'C:\\Users\\A\\OneDrive\\Qasid\\data',
        synced: [],
        mounts: '',
      }),
    });
    await writeFile(join(world.deps.config.dataDir, 'settings.json'), '{"port":');
    expect(await warnings()).toEqual([
      { code: 'lowSpace', free: 1024 ** 3 - 1 },
      { code: 'syncedFolder', name: 'OneDrive' },
      { code: 'tornSettings', used: 'nothing' },
    ]);
  });

  it('A clock that others report as wrong is a warning until it is right.', async () => {
    await open('sqlite');
    world.deps.clock.note(new Date(Date.now() + 3 * 3_600_000).toUTCString());
    expect(await warnings()).toMatchObject([{ code: 'clockWrong' }]);
    world.deps.clock.note(new Date().toUTCString());
    expect(await warnings()).toEqual([]);
  });

  it('A clock behind the stored data is a warning.', async () => {
    await open('sqlite');
    const { db } = world.deps.store;
    const { id } = await db.selectFrom('campus').select('id').executeTakeFirstOrThrow();
    const seen = '2099-01-01T00:00:00.000Z';
    const head = { campusID: id, name: 'x', month: 1, year: 2099, description: '', avatar: null };
    await db
      .insertInto('group')
      .values({ ...head, createdAt: seen, createdBy: '' })
      .execute();
    expect(await warnings()).toMatchObject([{ code: 'clockBehind', seen }]);
  });

  it('An installation of several schools shows no warnings about the computer.', async () => {
    await open('sqlite', unfixed, { freeBytes: async () => 1 });
    await world.school(freshSlug());
    expect(await warnings()).toEqual([]);
  });
});

describe('The computer', () => {
  it('A port that is in use is reported as taken.', async () => {
    await open('sqlite');
    const port = Number(new URL(world.address).port);
    expect(await thisMachine.tryPort(port)).toBe('taken');
  });

  it('The free space of a folder is reported, and undefined for a missing folder.', async () => {
    await open('sqlite');
    expect(await thisMachine.freeBytes(world.deps.config.dataDir)).toBeGreaterThan(0);
    expect(await thisMachine.freeBytes('/nowhere/at/all')).toBeUndefined();
  });
});

/** Asks like a browser that uses another address of this computer. fetch cannot set the host header. */
async function askAs(host: string, call: string, body?: object, cookie = '') {
  const [method, path] = call.split(' ');
  const { port } = new URL(world.address);
  const headers = {
    host,
    origin: `http://${host}`,
    cookie,
    ...(body && { 'content-type': 'application/json' }),
  };
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers });
  outgoing.end(body && JSON.stringify(body));
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const text = (await answer.toArray()).join('');
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(text) };
}

describe('Another computer in the network', () => {
  it('A user at another computer signs in over plain http by the address of this one and stays signed in.', async () => {
    const password = 'a long password of a test';
    await open('sqlite', { ...unfixed, host: '0.0.0.0', adminPassword: password });
    const signedIn = await askAs('192.168.1.20:3000', 'POST /api/Account/Login', {
      userName: 'admin',
      password,
    });
    expect(signedIn.status).toBe(200);
    expect(signedIn.body.domain).toBe('http://192.168.1.20:3000');
    expect(signedIn.headers['strict-transport-security']).toBeUndefined();
    const cookies = signedIn.headers['set-cookie'] ?? [];
    expect(cookies.join().toLowerCase()).not.toContain('secure');
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    const session = await askAs('192.168.1.20:3000', 'GET /api/Account/Session', undefined, cookie);
    expect(session.body).toMatchObject({ userName: 'admin' });
    const address = new URL(world.address);
    expect(world.elsewhere).toEqual(machine.addresses().map((own) => `http://${own}:${address.port}`));
  });
});
