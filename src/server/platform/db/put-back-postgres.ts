/** Restores a dump into a database in one transaction. The previous tables are kept in a separate schema. */
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { CopyFailure } from './copy-store.ts';
import { guarded, unpackDump } from './dump-postgres.ts';
import { applicationName } from './open-postgres.ts';
import { startTool } from './postgres-tools.ts';

async function ask(url: string, text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName('restore') });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: string }>(text);
    return rows.map(({ value }) => value);
  } finally {
    await client.end();
  }
}

/** Counts the tables of the database. */
export const countTables = async (url: string): Promise<number> =>
  (await ask(url, `select table_name as value from information_schema.tables where table_schema = 'public'`))
    .length;

/** Lists the other programs that are connected to the database, by application name. */
export const listConnected = (url: string): Promise<string[]> =>
  ask(
    url,
    `select coalesce(nullif(application_name, ''), 'a program') || ' of ' || coalesce(usename, '?') as value
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
     order by 1`,
  );

/** Counts the rows of a table in the present database. */
export async function countRowsOf(url: string, table: string): Promise<number> {
  const [count] = await ask(
    url,
    `select count(*)::text as value from public.${pg.escapeIdentifier(table)}`,
  ).catch((): string[] => []);
  return Number(count ?? 0);
}

/**
 * Restores a dump. `previous`: the schema in which the present tables are kept; undefined if there are none. Throws a
 * `CopyFailure` with the error output of psql; nothing was changed then.
 */
export async function restorePostgres({
  url,
  environment,
  from,
  previous,
  marks,
}: {
  url: string;
  environment: NodeJS.ProcessEnv;
  from: string;
  previous: string | undefined;
  /** Statements that run after the dump. Statements that do not fit its schema are skipped. */
  marks: readonly string[];
}): Promise<void> {
  const args = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'];
  const { process, done } = startTool('psql', args, { url, environment, stdio: ['pipe', 'ignore', 'pipe'] });
  const { stdin } = process;
  if (!stdin) throw new CopyFailure('dumpFailed', 'psql');
  // We send `begin` and `commit` ourselves. If this process were killed, psql with its own transaction would commit
  // the incomplete script.
  stdin.write('begin;\n');
  if (previous !== undefined)
    stdin.write(`alter schema public rename to ${pg.escapeIdentifier(previous)};\ncreate schema public;\n`);
  try {
    await pipeline(unpackDump(from), stdin, { end: false });
  } catch (error) {
    process.kill();
    // The error message of psql says more than the error of the broken pipe.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') await done;
    throw new CopyFailure('notWhole', error instanceof Error ? error.message : String(error));
  }
  stdin.end(`\nreset search_path;\n${marks.map(guarded).join('\n')}\ncommit;\n`);
  await done;
}
