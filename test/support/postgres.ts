import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const keeper = fileURLToPath(new URL('./postgres-keeper.ts', import.meta.url));

export interface Postgres {
  /** postgres://… of the server's own database. Tests make databases of their own beside it. */
  url: string;
  /** Stops a durable server like a power cut and starts it again at the same place. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const notOurs = async () => {
  throw new Error('This server was started by somebody else, so it cannot be restarted.');
};

/**
 * Starts a real PostgreSQL in a temporary folder that is removed by stop() or when the calling process ends.
 * TEST_POSTGRES_URL names a server that already runs. `durable` always starts a new one, with fsync; `bin` is the
 * folder of its programs.
 */
export async function startPostgres(
  options: { durable?: boolean; bin?: string | undefined } = {},
): Promise<Postgres> {
  const running = process.env.TEST_POSTGRES_URL;
  if (running && !options.durable && !options.bin)
    return { url: running, restart: notOurs, stop: async () => {} };

  // Detached, because Ctrl-C must not stop the database while tests are still ending.
  const child = spawn(process.execPath, [keeper, options.durable ? 'durable' : 'fast', options.bin ?? ''], {
    detached: true,
    windowsHide: true,
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const exited = once(child, 'exit');
  const first = await Promise.race([once(child.stdout, 'data'), exited.then(() => undefined)]);
  if (!first) throw new Error(`PostgreSQL for the tests did not start.\n${complaint.trim()}`);

  // A process may end without stop(): the keeper sees that its pipe closes.
  child.unref();
  for (const pipe of [child.stdin, child.stdout, child.stderr])
    if ('unref' in pipe) (pipe.unref as () => void)();
  return {
    url: String(first[0]).trim(),
    restart: async () => {
      if (!options.durable) return notOurs();
      child.stdin.write('restart\n');
      const [answer] = await once(child.stdout, 'data');
      if (String(answer) !== 'restarted\n') throw new Error(String(answer));
    },
    stop: async () => {
      child.ref();
      child.stdin.end();
      await exited;
    },
  };
}

/** Creates a database as a copy of `of` and returns its URL. */
export async function createDatabase(serverUrl: string, name: string, of = 'template1'): Promise<string> {
  const [made, copied] = [pg.escapeIdentifier(name), pg.escapeIdentifier(of)];
  await runOnServer(serverUrl, `create database ${made} template ${copied}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops the database if it exists, and ends its connections. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await runOnServer(serverUrl, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

async function runOnServer(serverUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
