/**
 * Three servers on one PostgreSQL: one answers, two send. Each may be killed at any statement, and a worker may freeze
 * in the middle of a transaction. The database is real and its answers take real time, so this is the only part of a
 * world that differs from run to run.
 */
import pg from 'pg';
import { type Opened, open } from '../../src/server/start.ts';
import type { Around } from './computer.ts';
import {
  type Answer,
  type Computer,
  createDoor,
  type HttpRequest,
  logOf,
  noPapers,
  PowerCut,
  runtimeOf,
} from './life.ts';
import { openReader } from './reader.ts';
import type { Owner } from './timeline.ts';

type Server = {
  name: string;
  role: 'web' | 'worker';
  owner: Owner;
  program: Opened | undefined;
  clients: Set<pg.Client>;
  /** What happens to the server after so many statements. */
  scheduledFault: { statements: number; befall: () => void } | undefined;
  /** Resolves when the frozen server continues. */
  frozen: PromiseWithResolvers<void> | undefined;
  /** Until then the server may find lost connections. */
  confusedUntil: number;
};

/**
 * Real milliseconds for which a statement may wait for the lock of a frozen server before the world's time continues.
 */
const lockWait = 30;
/** Milliseconds after which PostgreSQL ends an idle transaction; `idle_in_transaction_session_timeout`. */
const idleInTransaction = 10_000;
/** Milliseconds after a freeze in which a server notices what it has lost. */
const confusion = 5 * 60_000;

export function createCluster(around: Around & { databaseUrl: string }): Computer {
  const { timeline, chance, note, broken, databaseUrl } = around;
  const reader = openReader(databaseUrl);
  const door = createDoor(timeline);
  const holds = new Set<() => void>();
  let lives = 0;
  let clockAhead = 0;
  /** Whether something may have been committed since the last look. */
  let isChanged = false;

  const off = (name: string, role: Server['role']): Server => ({
    name,
    role,
    owner: { name: 'off', pausedFor: 0, isAlive: false },
    program: undefined,
    clients: new Set(),
    scheduledFault: undefined,
    frozen: undefined,
    confusedUntil: 0,
  });
  const web = off('web', 'web');
  const workers = [off('worker 1', 'worker'), off('worker 2', 'worker')];
  const servers = [web, ...workers];

  function kill(server: Server): void {
    if (!server.owner.isAlive) return;
    note(`computer: ${server.name} killed`);
    timeline.drop(server.owner);
    server.program = undefined;
    server.scheduledFault = undefined;
    server.frozen?.resolve();
    server.frozen = undefined;
    for (const client of server.clients) sever(client);
    server.clients.clear();
    if (server === web) door.end();
  }

  /** Closes the connection as a dead process does. */
  function sever(client: pg.Client): void {
    (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
  }

  /**
   * Stops the world's time while the database works, but not while it waits for something that only that time can end.
   */
  function hold(): () => void {
    const end = timeline.hold();
    const release = (): void => {
      if (holds.delete(release)) end();
    };
    holds.add(release);
    if (servers.some(({ frozen }) => frozen)) setTimeout(release, lockWait);
    return release;
  }

  /** Gives an answer of the database to a server that is alive and not frozen. */
  async function deliver(server: Server, own: Owner, release: () => void): Promise<void> {
    isChanged = true;
    const { scheduledFault } = server;
    if (scheduledFault && server.owner === own && --scheduledFault.statements <= 0) {
      server.scheduledFault = undefined;
      scheduledFault.befall();
    }
    release();
    if (server.owner === own && server.frozen) await server.frozen.promise;
    timeline.touch();
    if (!own.isAlive) throw new PowerCut('the computer is off');
  }

  function watch(server: Server, own: Owner, client: pg.Client): void {
    server.clients.add(client);
    client.once('end', () => server.clients.delete(client));
    // The pool adds its own error listener later, because its answer waits here. Until then an error would throw.
    client.on('error', () => {});
    const plain = { query: client.query.bind(client), connect: client.connect.bind(client) } as Record<
      'query' | 'connect',
      (...given: unknown[]) => Promise<unknown>
    >;
    const watched =
      (name: 'query' | 'connect') =>
      (...given: unknown[]): unknown => {
        if (!own.isAlive) {
          const cut = new PowerCut('the computer is off');
          const last = given.at(-1);
          return typeof last === 'function' ? last(cut) : Promise.reject(cut);
        }
        timeline.touch();
        const release = hold();
        const last = given.at(-1);
        if (typeof last === 'function')
          return plain[name](...given.slice(0, -1), (...answer: unknown[]) => {
            void deliver(server, own, release).then(
              () => last(...answer),
              (cut: unknown) => last(cut),
            );
          });
        return plain[name](...given).then(
          (result) => deliver(server, own, release).then(() => result),
          (error: unknown) =>
            deliver(server, own, release).then(() => {
              throw error;
            }),
        );
      };
    Object.assign(client, { query: watched('query'), connect: watched('connect') });
  }

  function openPool(server: Server, own: Owner, config: pg.PoolConfig): pg.Pool {
    class Client extends pg.Client {
      constructor(given?: pg.ClientConfig) {
        super(given);
        watch(server, own, this);
      }
    }
    return new pg.Pool({ ...config, application_name: server.name, Client });
  }

  /** Errors that a server notices after a freeze are expected. */
  const logOfServer = (server: Server, own: Owner) =>
    logOf((what) => {
      if (own.isAlive && server.confusedUntil <= timeline.now())
        broken('the program logs no error', `${server.name}: ${what}`);
    });

  async function startServer(server: Server): Promise<void> {
    if (server.owner.isAlive) return;
    lives += 1;
    const own: Owner = { name: `life ${lives}`, pausedFor: 0, isAlive: true };
    Object.assign(server, { owner: own, frozen: undefined, confusedUntil: 0 });
    const release = timeline.hold();
    try {
      const opened = await open(
        { ...around.config, databaseUrl, role: server.role },
        {
          runtime: runtimeOf(own, { ...around, clockAhead: () => clockAhead }),
          log: logOfServer(server, own),
          openPool: (config) => openPool(server, own, config),
          papers: noPapers,
        },
      );
      if (!own.isAlive) return;
      server.program = opened;
      for (const worker of opened.workers) await worker.start(logOfServer(server, own));
      if (own.isAlive) note(`computer: ${server.name} started (${own.name})`);
    } catch (error) {
      if (!own.isAlive) return;
      kill(server);
      broken('the program starts', String((error as Error).stack));
    } finally {
      release();
    }
  }

  async function start(): Promise<void> {
    for (const server of servers) await startServer(server);
  }

  function freeze(server: Server, milliseconds: number): void {
    const own = server.owner;
    if (!own.isAlive || server.frozen) return;
    note(`computer: ${server.name} stands still for ${Math.round(milliseconds / 1000)} s`);
    const frozen = Promise.withResolvers<void>();
    server.frozen = frozen;
    own.isFrozen = true;
    server.confusedUntil = Number.POSITIVE_INFINITY;
    timeline.delay(own, milliseconds);
    // A statement that waits for a lock of the frozen server would stop the world's time too long.
    setTimeout(() => {
      for (const release of holds) release();
    }, lockWait);
    timeline.put(idleInTransaction, () => {
      if (!own.isAlive || server.frozen !== frozen) return;
      const ended = reader.read<{ pid: number }>(
        `select pg_terminate_backend(pid)::text as pid from pg_stat_activity
         where datname = current_database() and application_name = ? and state like 'idle in transaction%'`,
        server.name,
      );
      if (ended.length > 0) note(`computer: PostgreSQL ends ${ended.length} transactions of ${server.name}`);
    });
    timeline.put(milliseconds, () => {
      if (!own.isAlive || server.frozen !== frozen) return;
      note(`computer: ${server.name} goes on`);
      server.frozen = undefined;
      own.isFrozen = false;
      server.confusedUntil = timeline.now() + confusion;
      frozen.resolve();
    });
  }

  /** Reports the committed changes of state since the last look. */
  function tellSteps(): void {
    if (!isChanged) return;
    isChanged = false;
    const steps = reader.read<{ messageID: number; from: string; to: string }>(
      `with gone as (delete from told_step returning *)
       select "messageID", "from", "to" from gone order by id`,
    );
    for (const { messageID, from, to } of steps) around.onStep(messageID, from, to);
  }

  const someServer = (): Server => servers[chance.whole(0, servers.length - 1)] ?? web;

  return {
    start,
    kill: () => servers.forEach(kill),
    killSoon: (statements) => {
      const server = someServer();
      server.scheduledFault = { statements, befall: () => kill(server) };
    },
    isUp: () => servers.every(({ program, frozen }) => program && !frozen),
    ask: (request: HttpRequest): Promise<Answer | undefined> =>
      web.program ? door.ask(web.program.app, request) : Promise.resolve(undefined),
    deps: () => (web.frozen ? undefined : web.program?.deps),
    ended: door.ended,
    read: reader.read,
    closeReader: () => {},
    /** Freezes one of the two workers, most of the time within a transaction. */
    sleep: (milliseconds) => {
      const server = workers[chance.whole(0, 1)] ?? web;
      server.scheduledFault = {
        statements: chance.whole(1, 60),
        befall: () => freeze(server, milliseconds),
      };
    },
    setClock: (ahead) => {
      note(`computer: clock ${ahead / 60_000} min ahead`);
      clockAhead = ahead;
    },
    clockAhead: () => clockAhead,
    setFull: () => {},
    isFull: () => false,
    dataDir: () => around.config.dataDir,
    moveTo: () => {},
    isOff: (error) =>
      error instanceof PowerCut || /the computer is off|Connection terminated/.test(String(error)),
    onEvent: tellSteps,
    end: () => reader.close(),
  };
}
