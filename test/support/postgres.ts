import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const keeper = fileURLToPath(new URL('./postgres-keeper.ts', import.meta.url));

export interface Postgres {
  /** postgres://… of the server's own database; make databases of your own beside it. */
  url: string;
  /** Cuts a durable server off in the middle of everything, and starts it again at the same place. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const notOurs = async () => {
  throw new Error('This server is not ours to restart.');
};

/**
 * A real PostgreSQL in a temporary folder, gone after stop() or with the process that asked for it.
 * TEST_POSTGRES_URL names a server that runs already; `durable` always starts one of its own, with fsync, and `bin` one
 * of the programs in that folder.
 */
export async function startPostgres(
  options: { durable?: boolean; bin?: string | undefined } = {},
): Promise<Postgres> {
  const running = process.env.TEST_POSTGRES_URL;
  if (running && !options.durable && !options.bin)
    return { url: running, restart: notOurs, stop: async () => {} };

  // Detached: Ctrl-C must not take the database away from tests that are still ending.
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

  // A run that forgets stop() may still end: the keeper sees its pipe close.
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

/** Answers the new database's own url. `of`: the one that it is a copy of. */
export async function createDatabase(serverUrl: string, name: string, of = 'template1'): Promise<string> {
  const [made, copied] = [pg.escapeIdentifier(name), pg.escapeIdentifier(of)];
  await runOnServer(serverUrl, `create database ${made} template ${copied}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Also ends whoever is still connected, and does nothing when there is no such database. */
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
