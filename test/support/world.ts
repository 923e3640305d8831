/**
 * A whole Qasid on an empty store of the given engine, listening on a free port, with factories such as `const group =
 * await campus.group({ bills: 3 })`. Workers do not run by themselves: call `world.work()`.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import type { Call } from '#shared/call.ts';
import type { Config } from '../../src/server/config.ts';
import { createReadiness } from '../../src/server/operations/health/health.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { pollProviders } from '../../src/server/outbox/receipts/worker.ts';
import type { Engine } from '../../src/server/platform/db/store.ts';
import { computer } from '../../src/server/runtime.ts';
import { type Outside, type Running, start } from '../../src/server/start.ts';
import { handleStoredWebhooks } from '../../src/server/webhooks/dispatch/worker.ts';
import { downloadDueMedia } from '../../src/server/webhooks/media/media.ts';
import { type CampusInTest, campusFactory } from './campus.ts';
import { configFor } from './config.ts';
import { expectTrueCounts } from './counts.ts';
import { createDatabase, dropDatabase } from './postgres.ts';
import { openSchool } from './schools.ts';

export type CallRequest = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** The content type of a body that is a string; JSON by default. */
  type?: string;
  token?: string;
  headers?: Record<string, string>;
};

/** A body of JSON lines: one for the head, then one for each row. */
export const asLines = (head: unknown, rows: readonly unknown[]): Pick<CallRequest, 'body' | 'type'> => ({
  body: [head, ...rows].map((line) => `${JSON.stringify(line)}\n`).join(''),
  type: 'application/x-ndjson',
});

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers of every shape.
export type Answered = { status: number; body: any; headers: Headers };

export type World = Running & {
  engine: Engine;
  /** Makes a real HTTP call with the token of the caller. */
  call: (call: Pick<Call, 'method' | 'path'>, request?: CallRequest) => Promise<Answered>;
  school: (slug: string, campusName?: string) => Promise<CampusInTest>;
  /** Sends everything that waits and takes every receipt that is due. */
  work: () => Promise<void>;
};

/** `isEmpty`: a store that was never opened; otherwise a copy of a migrated one. */
async function placeFor(
  engine: Engine,
  { dataDir, isEmpty }: { dataDir: string; isEmpty: boolean },
): Promise<{ databaseUrl: string | undefined; remove: () => Promise<void> }> {
  const server = inject('postgresUrl');
  const migrated = inject('migrated');
  if (engine === 'sqlite' || !server) {
    if (!isEmpty) await copyFile(migrated.file, join(dataDir, 'qasid.db'));
    return { databaseUrl: undefined, remove: async () => {} };
  }
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  return {
    databaseUrl: await createDatabase(server, name, isEmpty ? undefined : migrated.database),
    remove: () => dropDatabase(server, name),
  };
}

/** A real password hash takes a tenth of a second by design, and few tests are about it. */
const quickPasswords = {
  hash: async (given: string) => `${randomBytes(4).toString('hex')}:${given}`,
  verify: async ({ hash, password }: { hash: string; password: string }) =>
    hash.slice(hash.indexOf(':') + 1) === password,
};

const urlOf = (address: string, path: string, { params = {}, query = {} }: CallRequest): string => {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => String(params[name]));
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  );
  return `${address}/api${filled}?${search}`;
};

/** Returns a file as its bytes. */
function readAnswer(headers: Headers, bytes: Buffer): unknown {
  const type = headers.get('content-type') ?? '';
  if (type === 'application/pdf') return bytes;
  return type.includes('json') ? JSON.parse(bytes.toString()) : bytes.toString();
}

const callTo =
  (address: string): World['call'] =>
  async (call, request = {}) => {
    const { body, type = 'application/json', token } = request;
    const response = await fetch(urlOf(address, call.path, request), {
      method: call.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...request.headers,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': type }),
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, body: readAnswer(response.headers, bytes), headers: response.headers };
  };

/** On PostgreSQL the bus begins to listen after the start. Its first event tells subscribers to reload everything. */
async function untilListening({ deps }: Running): Promise<void> {
  const heard = new Set<string>();
  while (deps.store.notify && !heard.has('everything')) {
    deps.bus.subscribe(0, ({ what }) => heard.add(what), 60_000)();
    await wait(5);
  }
}

/** Changes of the usual configuration; `fill` fills the store before the program opens it. */
export type ConfigOverrides = Partial<Config> & {
  fill?: (place: Pick<Config, 'dataDir' | 'databaseUrl'>) => Promise<void>;
};

/** Passwords are hashed quickly, unless the test gives its own `runtime`. */
export async function createWorld(
  engine: Engine,
  outside: Outside = {},
  { fill, publicUrl, ...overrides }: ConfigOverrides = {},
): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qasid-test-'));
  const { databaseUrl, remove } = await placeFor(engine, { dataDir, isEmpty: fill !== undefined });
  await fill?.({ dataDir, databaseUrl });
  // Tests have no load balancer, so a stop does not wait for one.
  const readiness = createReadiness({ ...computer, ...(outside.now ? { now: outside.now } : {}) }, 0);
  const config = { ...configFor(dataDir, databaseUrl), ...overrides };
  const running = await start(config, { readiness, runtime: { passwords: quickPasswords }, ...outside });
  await untilListening(running);
  const { deps } = running;
  // The public address is known only once the program listens.
  deps.config.publicUrl = publicUrl;
  return {
    ...running,
    engine,
    call: callTo(running.address),
    school: async (slug, campusName = 'Girls Campus') => {
      const now = deps.now().toISOString();
      const school = { slug, name: slug, campus: campusName, now };
      const campus = await openSchool(deps.store.db, school, deps.runtime);
      return campusFactory(deps, slug, campus);
    },
    work: async () => {
      for (let done = 1; done > 0; ) {
        done = (await sendNext(deps)) + (await handleStoredWebhooks(deps));
        done += (await pollProviders(deps)) + (await downloadDueMedia(deps));
      }
    },
    stop: async () => {
      // Every test must leave correct counts.
      await expectTrueCounts(deps.store.db);
      await running.stop();
      await remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
