/**
 * Two web processes and two workers on one PostgreSQL start and stop in any order, also before and after the database.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventSource } from 'eventsource';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { LiveEvent } from '#shared/calls/live.ts';
import type { MessageCounts } from '#shared/messages/message-states.ts';
import type { Config } from '../../src/server/config.ts';
import { openPostgres } from '../../src/server/platform/db/open-postgres.ts';
import { listConnected } from '../../src/server/platform/db/put-back-postgres.ts';
import { createBus } from '../../src/server/platform/live/bus.ts';
import { computer } from '../../src/server/runtime.ts';
import { configFor } from '../support/config.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { ask, type Counter } from '../support/fault-clerk.ts';
import { startMain } from '../support/fault-main.ts';
import { type FaultProcess, startFaultProcess } from '../support/fault-process.ts';
import type { Chance } from '../support/fault-random.ts';
import { type Recorder, startRecorder } from '../support/fault-recorder.ts';
import { lookInto } from '../support/fault-store.ts';
import { createGate } from '../support/gate.ts';
import { createDatabase, dropDatabase } from '../support/postgres.ts';

type Role = 'web' | 'worker';
const password = 'one-of-several';
const bills = 120;
/** Makes a recorder that accepts everything at once. */
const always: Chance = { next: () => 1, whole: (least) => least, happens: () => false };

describe.skipIf(!engines.includes('postgres'))('Several processes', { timeout: 90_000 }, () => {
  let name: string;
  let dataDir: string;
  let databaseUrl: string;
  let recorder: Recorder;
  let running: FaultProcess[];
  beforeEach(async () => {
    name = `several_${randomUUID().replaceAll('-', '')}`;
    dataDir = await mkdtemp(join(tmpdir(), 'qasid-several-'));
    databaseUrl = await createDatabase(inject('postgresUrl') ?? '', name);
    recorder = await startRecorder(always);
    running = [];
  });
  afterEach(async () => {
    for (const program of running) await program.kill();
    await recorder.close();
    await dropDatabase(inject('postgresUrl') ?? '', name);
    await rm(dataDir, { recursive: true, force: true });
  });

  const configOf = (role: Role, url = databaseUrl): Config => ({
    ...configFor(dataDir, url),
    role,
    adminPassword: password,
  });
  const begin = (role: Role, url = databaseUrl): FaultProcess => {
    const program = startFaultProcess({ config: configOf(role, url), recorder: recorder.url, clockAhead: 0 });
    running.push(program);
    return program;
  };
  const addressOf = async (program: FaultProcess | undefined): Promise<string> => {
    const address = await program?.ready;
    if (!address) throw new Error(`it did not start: ${program?.complaints()}`);
    return address;
  };
  const stopped = async (program: FaultProcess | undefined) => {
    program?.tell({ stop: true });
    expect(await program?.ended, program?.complaints()).toBe(0);
  };

  async function signIn(address: string): Promise<Counter> {
    const admin = { userName: 'admin', password };
    const { token } = (await ask({ address, token: '' }, calls.login, admin)) as { token: string };
    return { address, token };
  }

  /** Collects the events that a page gets that is connected to this process. */
  async function listen({ address, token }: Counter): Promise<{ events: LiveEvent[]; close: () => void }> {
    const events: LiveEvent[] = [];
    const source = new EventSource(`${address}/api${calls.live.path}?db=main&cID=1`, {
      fetch: (url, init) => fetch(url, { ...init, headers: { authorization: `Bearer ${token}` } }),
    });
    source.onmessage = ({ data }) => events.push(JSON.parse(data));
    await eventually(() => expect(source.readyState).toBe(source.OPEN));
    return { events, close: () => source.close() };
  }

  let sheet = 0;
  async function sendRun(counter: Counter): Promise<number> {
    const first = 3_000_001 + sheet++ * bills * 10;
    const contacts = Array.from({ length: bills }, (_, index) => ({
      name: `Child ${index}`,
      number: `0300${first + index * 10}`,
    }));
    const group = { id: 0, name: `Run ${sheet}`, month: 11, year: 2026, description: 'Fee', campusID: 1 };
    const { id } = (await ask(counter, calls.saveGroup, { group, contacts })) as { id: number };
    const run = { message: 'Dear {{name}}', groupIDs: [id] };
    const { broadcastID } = (await ask(counter, calls.sendToGroups, run)) as { broadcastID: number };
    return broadcastID;
  }

  const allHandedOver = (counter: Counter, runs = 1) =>
    eventually(async () => {
      const { counts } = (await ask(counter, calls.listOutbox)) as { counts: MessageCounts };
      const { accepted, sent, delivered, read } = counts;
      expect(accepted + sent + delivered + read).toBe(runs * bills);
    });
  /** Checks that each message is once at the recorder and once in the store. */
  const expectEachOnce = async (runs = 1) => {
    expect(recorder.received).toHaveLength(runs * bills);
    expect(new Set(recorder.received.map(({ messageID }) => messageID)).size).toBe(runs * bills);
    expect(new Set(recorder.received.map(({ attempt }) => attempt))).toEqual(new Set([1]));
    const { messages } = await lookInto(configOf('web'));
    expect(messages).toHaveLength(runs * bills);
    const handedOver = ['accepted', 'sent', 'delivered', 'read'];
    expect(messages.filter(({ status }) => !handedOver.includes(status))).toEqual([]);
  };

  it.each<{ start: Role[]; stop: number[] }>([
    { start: ['web', 'web', 'worker', 'worker'], stop: [0, 1, 2, 3] },
    { start: ['worker', 'worker', 'web', 'web'], stop: [1, 3, 0, 2] },
    { start: ['worker', 'web', 'worker', 'web'], stop: [3, 2, 1, 0] },
  ])(
    'Processes started together as $start and stopped as $stop send every message once.',
    async ({ start, stop }) => {
      for (const role of start) begin(role);
      const webs = running.filter((_, index) => start[index] === 'web');
      const [one, two] = await Promise.all(webs.map(async (web) => signIn(await addressOf(web))));
      if (!one || !two) throw new Error('two web processes are needed');
      await Promise.all(running.map(addressOf));
      const page = await listen(two);
      const broadcastID = await sendRun(one);
      await allHandedOver(two);
      await eventually(() => expect(page.events).toContainEqual({ what: 'outbox', broadcastID }));
      page.close();
      for (const index of stop) await stopped(running[index]);
      await expectEachOnce();
    },
  );

  it('Sending continues while each web process and each worker is replaced by a new one.', async () => {
    const [web, worker] = [begin('web'), begin('worker')];
    const counter = await signIn(await addressOf(web));
    await addressOf(worker);
    await sendRun(counter);
    const [next, relief] = [begin('web'), begin('worker')];
    await addressOf(relief);
    await stopped(worker);
    const other = await signIn(await addressOf(next));
    await stopped(web);
    await sendRun(other);
    await allHandedOver(other, 2);
    await stopped(relief);
    await stopped(next);
    await expectEachOnce(2);
  });

  it('Processes wait for a database that starts last, and stop cleanly if the database stops first.', async () => {
    const gate = await createGate(databaseUrl);
    const programs = (['worker', 'web'] as const).map((role) => begin(role, gate.url));
    const [worker, web] = programs;
    for (const { complaints } of programs)
      await eventually(() => expect(complaints()).toContain('is not there yet'));
    await gate.open();
    const counter = await signIn(await addressOf(web));
    await addressOf(worker);
    await sendRun(counter);
    await allHandedOver(counter);
    await gate.shut();
    await stopped(web);
    await stopped(worker);
    await expectEachOnce();
  });

  it('A wake-up on the bus of one process reaches the worker of another.', async () => {
    const [web, worker] = [await openPostgres(databaseUrl), await openPostgres(databaseUrl)];
    const woken = vi.fn();
    const [here, there] = [createBus(computer, web.notify), createBus(computer, worker.notify, woken)];
    // Repeated, because the other bus hears nothing until it listens.
    await eventually(() => {
      here.wake('sending');
      expect(woken).toHaveBeenCalledWith('sending');
    });
    for (const bus of [here, there]) await bus.close();
    for (const store of [web, worker]) await store.close();
  });
});

describe.skipIf(!engines.includes('postgres'))('Roles', { timeout: 60_000 }, () => {
  let databaseUrl: string;
  const name = `roles_${randomUUID().replaceAll('-', '')}`;
  const begin = (env: Record<string, string>) =>
    startMain({ DATABASE_URL: databaseUrl, DATA_DIR: join(tmpdir(), name), ...env });
  beforeEach(async () => {
    databaseUrl = await createDatabase(inject('postgresUrl') ?? '', name);
  });
  afterEach(async () => {
    await dropDatabase(inject('postgresUrl') ?? '', name);
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  });

  it('A worker serves its health and metrics, and nothing else.', async () => {
    const worker = begin({ ROLE: 'worker', PUBLIC_URL: 'https://fees.example.org' });
    const address = await worker.ready();
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:/);
    const status = async (path: string) => (await fetch(`${address}${path}`)).status;
    expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map(status))).toEqual([200, 200, 200]);
    const others = ['/', '/send-messages', '/api/Setup', '/api/docs', '/api/openapi.json', '/files/a.png'];
    expect(new Set(await Promise.all(others.map(status)))).toEqual(new Set([404]));
    const { code, output, complained } = await worker.end('SIGTERM');
    expect([code, complained]).toEqual([0, '']);
    expect(output).not.toContain('/setup?token=');
  });

  it('The connections of a process are named after Qasid and its role.', async () => {
    const worker = begin({ ROLE: 'worker', PUBLIC_URL: 'https://fees.example.org' });
    await worker.ready();
    const connected = await listConnected(databaseUrl);
    await worker.end('SIGTERM');
    expect(new Set(connected.map((line) => line.split(' of ')[0]))).toEqual(new Set(['qasid worker']));
  });

  it('A worker that waits for its database ends at once when it has to stop.', async () => {
    const gate = await createGate(databaseUrl);
    const worker = begin({ ROLE: 'worker', DATABASE_URL: gate.url });
    await eventually(() => expect(worker.complaints()).toContain('is not there yet'));
    expect((await worker.end('SIGTERM')).code).toBe(0);
  });
});
