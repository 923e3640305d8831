/** PostgreSQL, for school groups that have outgrown one machine. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { computer, type Runtime } from '../runtime.ts';
import { keysAtOnce, longestWait } from './keyed-queue.ts';
import { StartFailure } from './start-failure.ts';
import type { Ear, Notify, Store } from './store.ts';
import type { Tables } from './tables.ts';
import { inDatabase } from './whereabouts.ts';

const { Pool, types } = pg;

/** Eight-byte integers and sums as numbers: paisa and ids stay far below 2^53. */
export const asNumbers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === types.builtins.INT8 || oid === types.builtins.NUMERIC
      ? Number
      : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

const channel = 'qasid';
/** One of them listens. */
const most = 2 * keysAtOnce;
const listenAgainAfter = 1000;

type Listening = Notify & { stop: () => void };

/** LISTEN needs a connection of its own; when it breaks a new one is made. */
function notifyOver(pool: pg.Pool, { after }: Runtime): Listening {
  let isStopped = false;
  let letGo = () => {};

  const attempt = async (ear: Ear): Promise<void> => {
    const client = await pool.connect();
    if (isStopped) return client.release();
    letGo = () => {
      letGo = () => {};
      client.release(true);
    };
    client.on('notification', ({ payload }) => ear.hear(payload ?? ''));
    const lost = new Promise<void>((resolve) => {
      client.once('error', () => resolve());
    });
    await client.query(`listen ${channel}`);
    ear.missed();
    void lost.then(() => again(ear));
  };
  const again = (ear: Ear): void => {
    letGo();
    if (!isStopped) after(listenAgainAfter, () => void listen(ear));
  };
  const listen = (ear: Ear): Promise<void> => attempt(ear).catch(() => again(ear));
  const send = async (text: string): Promise<void> => {
    await pool.query('select pg_notify($1, $2)', [channel, text]);
  };
  const stop = () => {
    isStopped = true;
    letGo();
  };
  return { send, listen, stop };
}

// Any number will do, as long as nothing else on the server uses it; the migrations have the one before.
const aloneNumber = 7_254_302;

/** The lock belongs to the connection, so it is free again however the process ends. */
async function workAlone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    // Whoever is before us may take longer than a statement may.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [aloneNumber]);
    return await work();
  } finally {
    client.release(true);
  }
}

/** A name with several addresses fails with a list of errors and no words of its own. */
function messageOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}

export type Patience = {
  /** Milliseconds for which a server that is not there yet is asked again. */
  longest: number;
  /** Told once, when it has to be waited for. */
  say: (line: string) => void;
};

const aMinute: Patience = { longest: 60_000, say: () => {} };
const askAgainAfter = 500;

/** Not there yet: nobody listens, no such name so far, or it is starting, stopping or full. Others stay as they are. */
const notYet = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|57P0[1-3]|53300)$/;
const notYetWords = /timeout exceeded when trying to connect|Connection terminated/;
const mayComeYet = (error: unknown): boolean =>
  notYet.test(String((error as { code?: unknown }).code)) || notYetWords.test(messageOf(error));

/** The machines of a rack start in any order after a power cut, and the database is the slowest of them. */
async function reach(
  pool: pg.Pool,
  shown: string,
  { longest, say, elapsed, sleep }: Patience & Runtime,
): Promise<void> {
  const giveUpAt = elapsed() + longest;
  for (let isSaid = false; ; isSaid = true) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (!mayComeYet(error) || elapsed() >= giveUpAt) {
        await pool.end();
        throw new StartFailure(`PostgreSQL at ${shown} cannot be used: ${messageOf(error)}`);
      }
      const seconds = Math.round(longest / 1000);
      if (!isSaid)
        say(`PostgreSQL at ${shown} is not there yet, waiting up to ${seconds} s: ${messageOf(error)}`);
      await sleep(askAgainAfter);
    }
  }
}

/** Milliseconds. A pooler that has one server connection left lets us wait for as long as it likes. */
const longestProbe = 10_000;

/**
 * Whether statements of one connection always reach the same session. LISTEN, advisory locks and `set` are a session's;
 * a pooler in transaction mode (pgbouncer.org/features.html) gives each statement any session that is free.
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
    // Takes the session that the pooler has just got back, if it got one back.
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
 * What each session asks of the server. Milliseconds, and seconds for the keepalives. A process that stands still in the
 * middle of a transaction, be it stopped, swapped out or cut off, would keep its locks, and a campus, for as long as it
 * likes: the server ends the transaction, and others go on. Nothing of ours waits for anything but the database there.
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

/** What `pg_stat_activity` and PostgreSQL's own log call a connection of ours. */
export const nameOf = (role: string | undefined): string => (role ? `qasid ${role}` : 'qasid');

/** Opens the connections to a server. */
export type OpenPool = (config: pg.PoolConfig) => pg.Pool;

const openReal: OpenPool = (config) => new Pool(config);

type PostgresOutside = {
  /** What the process is to the database; unless the address gives it another name. */
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
    application_name: nameOf(role),
    max: most,
    types: asNumbers,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Said once it is connected: as a parameter of the start, a pooler in between refuses it.
    // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool waits for it, which its types do not say.
    onConnect: async (client) => {
      await client.query(sessionSettings);
    },
  });
  // Without listeners a connection that the server closes would end the process: the first is for idle ones, the
  // second for those at work, whose statements fail by themselves.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  await reach(pool, shown, { ...patience, ...runtime });
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
    aside: db,
    place: shown,
    notify,
    whereabouts: inDatabase(),
    alone: (work) => workAlone(pool, work),
    close,
  };
}
