/** Puts a dump in the place of a database's tables, in one transaction; those that were there stay, in a schema of their own. */
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { CopyFailure } from './copy-store.ts';
import { guarded, unpackDump } from './dump-postgres.ts';
import { nameOf } from './open-postgres.ts';
import { startTool } from './postgres-tools.ts';

async function ask(url: string, text: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: nameOf('restore') });
  await client.connect();
  try {
    const { rows } = await client.query<{ value: string }>(text);
    return rows.map(({ value }) => value);
  } finally {
    await client.end();
  }
}

/** Tables of the store that are there. */
export const countTables = async (url: string): Promise<number> =>
  (await ask(url, `select table_name as value from information_schema.tables where table_schema = 'public'`))
    .length;

/** Programs that are connected to the database beside us, each by what it calls itself. */
export const listConnected = (url: string): Promise<string[]> =>
  ask(
    url,
    `select coalesce(nullif(application_name, ''), 'a program') || ' of ' || coalesce(usename, '?') as value
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
     order by 1`,
  );

/** The names of the migrations of the store that is there, and its rows of one table. */
export async function countRowsOf(url: string, table: string): Promise<number> {
  const [count] = await ask(
    url,
    `select count(*)::text as value from public.${pg.escapeIdentifier(table)}`,
  ).catch((): string[] => []);
  return Number(count ?? 0);
}

/**
 * `aside`: the name of the schema for what is there; undefined where nothing is. Fails with a `CopyFailure` that says
 * what psql complained of, and has then changed nothing.
 */
export async function putBackPostgres({
  url,
  environment,
  from,
  aside,
  marks,
}: {
  url: string;
  environment: NodeJS.ProcessEnv;
  from: string;
  aside: string | undefined;
  /** Statements carried out behind it, as far as its schema takes them. */
  marks: readonly string[];
}): Promise<void> {
  const args = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'];
  const { process, done } = startTool('psql', args, { url, environment, stdio: ['pipe', 'ignore', 'pipe'] });
  const { stdin } = process;
  if (!stdin) throw new CopyFailure('dumpFailed', 'psql');
  // Begun and committed by us: psql itself would also commit a script that ends too early, when we are killed.
  stdin.write('begin;\n');
  if (aside !== undefined)
    stdin.write(`alter schema public rename to ${pg.escapeIdentifier(aside)};\ncreate schema public;\n`);
  try {
    await pipeline(unpackDump(from), stdin, { end: false });
  } catch (error) {
    process.kill();
    // What psql complained of says more than that it heard no more.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') await done;
    throw new CopyFailure('notWhole', error instanceof Error ? error.message : String(error));
  }
  stdin.end(`\nreset search_path;\n${marks.map(guarded).join('\n')}\ncommit;\n`);
  await done;
}
