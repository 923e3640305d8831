/** Opens PostgreSQL, for groups of schools for which one machine is not enough. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { computer, type Runtime } from '../../runtime.ts';
import { keysAtOnce, longestWait } from './keyed-queue.ts';
import { StartFailure } from './start-failure.ts';
import type { Notify, NotifyListener, Store } from './store.ts';
import { inDatabase } from './store-identity.ts';
import type { Tables } from './tables.ts';

const { Pool, types } = pg;

/** Reads 64-bit integers and sums as numbers. Paisa and ids stay far below 2^53. */
export const asNumbers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === types.builtins.INT8 || oid === types.builtins.NUMERIC
      ? Number
      : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

const channel = 'qasid';
/** The number of connections of this process. One of them is used for LISTEN. */
const most = 2 * keysAtOnce;
const listenAgainAfter = 1000;

type Listening = Notify & { stop: () => void };

/** LISTEN needs its own connection. If the connection breaks, a new one is opened. */
function notifyOver(pool: pg.Pool, { after }: Runtime): Listening {
  let isStopped = false;
  let release = () => {};

  const attempt = async (listener: NotifyListener): Promise<void> => {
    const client = await pool.connect();
    if (isStopped) return client.release();
    release = () => {
      release = () => {};
      client.release(true);
    };
    client.on('notification', ({ payload }) => listener.onText(payload ?? ''));
    const lost = new Promise<void>((resolve) => {
      client.once('error', () => resolve());
    });
    await client.query(`listen ${channel}`);
    listener.onReconnect();
    void lost.then(() => again(listener));
  };
  const again = (listener: NotifyListener): void => {
    release();
    if (!isStopped) after(listenAgainAfter, () => void listen(listener));
  };
  const listen = (listener: NotifyListener): Promise<void> => attempt(listener).catch(() => again(listener));
  const send = async (text: string): Promise<void> => {
    await pool.query('select pg_notify($1, $2)', [channel, text]);
  };
  const stop = () => {
    isStopped = true;
    release();
  };
  return { send, listen, stop };
}

// The number of an advisory lock. No other program on the server may use it. The migrations use the number before it.
const aloneNumber = 7_254_302;

/**
 * Runs the work under an advisory lock. The lock belongs to the connection, so it is also released if the process is
 * killed.
 */
async function workAlone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    // The process that holds the lock may need longer than the statement timeout.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [aloneNumber]);
    return await work();
  } finally {
    client.release(true);
  }
}

/**
 * Returns the message of an error. If a host name has several addresses, the error is a list of errors and its own
 * message is empty.
 */
function messageOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}

export type Patience = {
  /** How many milliseconds to wait for a server that has not started yet. */
  longest: number;
  /** Called once if the program has to wait. */
  say: (line: string) => void;
};

const aMinute: Patience = { longest: 60_000, say: () => {} };
const retryAfter = 500;

/**
 * Errors after which the server may still become available: no connection, unknown host name, or a server that is
 * starting, stopping or has no free connection. Other errors are final.
 */
const temporaryCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|57P0[1-3]|53300)$/;
const temporaryMessages = /timeout exceeded when trying to connect|Connection terminated/;
const isTemporary = (error: unknown): boolean =>
  temporaryCodes.test(String((error as { code?: unknown }).code)) || temporaryMessages.test(messageOf(error));

/**
 * Waits for the server. After a power cut the machines start in any order, and the database is the slowest of them.
 */
async function waitForServer(
  pool: pg.Pool,
  shown: string,
  { longest, say, elapsed, sleep }: Patience & Runtime,
): Promise<void> {
  const giveUpAt = elapsed() + longest;
  for (let isReported = false; ; isReported = true) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (!isTemporary(error) || elapsed() >= giveUpAt) {
        await pool.end();
        throw new StartFailure(`PostgreSQL at ${shown} cannot be used: ${messageOf(error)}`);
      }
      const seconds = Math.round(longest / 1000);
      if (!isReported)
        say(`PostgreSQL at ${shown} is not there yet, waiting up to ${seconds} s: ${messageOf(error)}`);
      await sleep(retryAfter);
    }
  }
}

/** In milliseconds. If a pooler had only one server connection left, the probe would wait forever. */
const longestProbe = 10_000;

/**
 * Whether all statements of a connection use the same session. LISTEN, advisory locks and `set` belong to a session.
 * A pooler in transaction mode (pgbouncer.org/features.html) sends each statement to any free session.
 */
async function keepsItsSession(pool: pg.Pool, { after }: Runtime): Promise<boolean> {
  const asker = await pool.connect();
  const other = await pool.connect().catch((error: unknown) => {
    asker.release(true);
    throw error;
  });
  const session = async () => (await asker.query('select pg_backend_pid() as id')).rows[0]?.id;
  try {
    const before = await session();
    // If the pooler has taken the session back, this transaction now occupies it.
    await other.query('begin');
    const late = new Promise<undefined>((resolve) => after(longestProbe, () => resolve(undefined)));
    return (await Promise.race([session(), late])) === before;
  } finally {
    other.release(true);
    asker.release(true);
  }
}

async function refuseTransactionPooling(pool: pg.Pool, shown: string, runtime: Runtime): Promise<void> {
  if (await keepsItsSession(pool, runtime)) return;
  throw new StartFailure(
    `PostgreSQL at ${shown} is reached through a pooler in transaction mode, which gives the locks and notices of one process to another. Set it to pool by session, or connect to PostgreSQL itself.`,
  );
}

/**
 * Settings of each session, in milliseconds; the keepalives in seconds. If a process stops in the middle of a
 * transaction, is swapped out or loses its connection, its locks would block a campus. The server therefore aborts
 * stalled transactions. Inside a transaction our code waits only for the database.
 */
const sessionSettings = Object.entries({
  statement_timeout: longestWait,
  idle_in_transaction_session_timeout: 10_000,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 3,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 12_000,
})
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ');

/** The name of our connections in `pg_stat_activity` and in PostgreSQL's log. */
export const applicationName = (role: string | undefined): string => (role ? `qasid ${role}` : 'qasid');

/** Opens the connections to a server. */
export type OpenPool = (config: pg.PoolConfig) => pg.Pool;

const openReal: OpenPool = (config) => new Pool(config);

type PostgresOutside = {
  /** The role of the process, which becomes the application name. The URL may set another one. */
  role?: string | undefined;
  patience?: Patience | undefined;
  runtime?: Runtime;
  openPool?: OpenPool | undefined;
};

export async function openPostgres(
  url: string,
  { role, patience = aMinute, runtime = computer, openPool = openReal }: PostgresOutside = {},
): Promise<Store> {
  const place = new URL(url);
  const shown = `${place.hostname}:${place.port || 5432}${place.pathname}`;
  const pool = openPool({
    connectionString: url,
    application_name: applicationName(role),
    max: most,
    types: asNumbers,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // These settings are set after connecting, because a pooler refuses them as start parameters.
    // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool waits for it, which its types do not say.
    onConnect: async (client) => {
      await client.query(sessionSettings);
    },
  });
  // Without these listeners, a connection that the server closes would end the process. The first listener is for
  // idle connections, the second for busy ones. A busy connection's statement reports the error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  await waitForServer(pool, shown, { ...patience, ...runtime });
  await refuseTransactionPooling(pool, shown, runtime).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const notify = notifyOver(pool, runtime);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    notify.stop();
    await db.destroy();
  };
  return {
    engine: 'postgres',
    db,
    readConnection: db,
    place: shown,
    notify,
    identity: inDatabase(),
    alone: (work) => workAlone(pool, work),
    close,
  };
}
