/** A PostgreSQL for the machine's own pg_dump and psql, which must not be older than the server. */
import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import { startPostgres } from './postgres.ts';

const run = promisify(execFile);

export type ServerWithTools = {
  /** The URL of the server's own database. */
  url: string;
  /** PATH with the programs in it. */
  path: string;
  stop: () => Promise<void>;
};

const path = process.env.PATH ?? '';

async function toolsVersion(): Promise<number> {
  const printed = await run('pg_dump', ['--version']).catch(() => undefined);
  return Number(/(\d+)/.exec(printed?.stdout ?? '')?.[1] ?? 0);
}

async function serverVersion(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as version`);
  await client.end();
  return rows[0].version;
}

/** A server of the version of the installed programs, or undefined when none are installed. */
export async function startServerWithTools(): Promise<ServerWithTools | undefined> {
  const url = inject('postgresUrl');
  if (url && (await toolsVersion()) >= (await serverVersion(url))) return { url, path, stop: async () => {} };
  // The path of Debian and Ubuntu.
  const bin = globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => ['initdb', 'pg_dump', 'psql'].every((name) => existsSync(join(folder, name))))
    .at(-1);
  if (!bin) return undefined;
  const server = await startPostgres({ bin });
  return { url: server.url, path: `${bin}${delimiter}${path}`, stop: server.stop };
}
