/**
 * Backs up a PostgreSQL database with pg_dump, as a gzipped script for psql. The rows are counted in the same
 * snapshot.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, gzipSync } from 'node:zlib';
import pg from 'pg';
import { type Copied, type CopiedRows, CopyFailure, type CopyOptions, expectRows } from './copy-store.ts';
import { applicationName } from './open-postgres.ts';
import { startTool } from './postgres-tools.ts';

/**
 * The number of an advisory lock. No other program on the server may use it. open-postgres.ts and migrate.ts use the
 * two numbers before it.
 */
export const backupNumber = 7_254_303;
/** A restore keeps the previous data in schemas with these names. Backups leave them out. */
const previousSchemas = 'before_restore_*';
/** pg_dump writes this line only when its script is complete. */
const lastLine = '-- PostgreSQL database dump complete';

type OpenSnapshot = { client: pg.Client; snapshot: string; copied: Copied };

async function readNames(client: pg.Client, text: string, values: string[] = []): Promise<string[]> {
  const { rows } = await client.query<{ value: string }>(text, values);
  return rows.map(({ value }) => value);
}

const tablesText = `select table_name as value from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;

async function countRows(client: pg.Client): Promise<CopiedRows> {
  const rows: Record<string, number> = {};
  for (const table of await readNames(client, tablesText)) {
    const [count] = await readNames(
      client,
      `select count(*)::text as value from public.${pg.escapeIdentifier(table)}`,
    );
    rows[table] = Number(count);
  }
  return rows;
}

/** Takes the lock that allows only one backup at a time. Opens the snapshot that pg_dump will use. */
async function openSnapshot(client: pg.Client, { rowsOf: table }: CopyOptions): Promise<OpenSnapshot> {
  const [isFree] = await readNames(client, `select pg_try_advisory_lock(${backupNumber})::text as value`);
  if (isFree !== 'true') throw new CopyFailure('atWork');
  await client.query('begin isolation level repeatable read read only');
  await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
  const [snapshot = ''] = await readNames(client, 'select pg_export_snapshot() as value');
  const rows = await countRows(client);
  const steps =
    'migration' in rows ? await readNames(client, 'select name as value from migration order by name') : [];
  const rowsOfTable =
    table in rows ? (await client.query(`select * from public.${pg.escapeIdentifier(table)}`)).rows : [];
  return { client, snapshot, copied: { rows, steps, rowsOfTable } };
}

type Dumping = { url: string; environment: NodeJS.ProcessEnv; target: string };

async function runDump({ url, environment, target }: Dumping, snapshot: string, without: readonly string[]) {
  const args = [
    '--no-owner',
    '--no-privileges',
    `--snapshot=${snapshot}`,
    `--exclude-schema=${previousSchemas}`,
    ...without.map((table) => `--exclude-table-data=${table}`),
  ];
  const { process, done } = startTool('pg_dump', args, {
    url,
    environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = process.stdout
    ? pipeline(process.stdout, createGzip({ level: 3 }), createWriteStream(target, { mode: 0o600 }))
    : Promise.resolve();
  // If pg_dump fails, its error message says more than the error of the broken pipe.
  written.catch(() => {});
  await done;
  await written;
}

const copyLine = /^COPY (?:public\.)?(?:"((?:[^"]|"")+)"|(\w+)) \(.*\) FROM stdin;$/;

/**
 * Counts the rows of each table in a pg_dump script. Each line of a COPY block is a row. Throws if the end of the
 * script is missing.
 */
async function countInDump(script: Readable): Promise<CopiedRows> {
  const rows: Record<string, number> = {};
  let table: string | undefined;
  let isWhole = false;
  for await (const line of linesOf(script)) {
    if (table !== undefined) {
      if (line === '\\.') table = undefined;
      else rows[table] = (rows[table] ?? 0) + 1;
      continue;
    }
    const [, quoted, plain] = copyLine.exec(line) ?? [];
    table = quoted?.replaceAll('""', '"') ?? plain;
    if (table !== undefined) rows[table] = 0;
    if (line === lastLine) isWhole = true;
  }
  if (!isWhole) throw new CopyFailure('notWhole', 'the end of the dump is missing');
  return rows;
}

/** Splits a stream into lines. Node's readline does not report errors of the stream, so it is not used. */
async function* linesOf(text: Readable): AsyncGenerator<string> {
  let rest = '';
  text.setEncoding('utf8');
  for await (const part of text) {
    const lines = `${rest}${part}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  if (rest !== '') yield rest;
}

/** Returns the script in a gzipped dump. */
export function unpackDump(file: string): Readable {
  const script = new PassThrough();
  pipeline(createReadStream(file), createGunzip(), script).catch((error: Error) => script.destroy(error));
  return script;
}

/** Returns the row counts of a gzipped dump. Throws if the dump is damaged or its end is missing. */
export async function checkDump(file: string): Promise<CopiedRows> {
  try {
    return await countInDump(unpackDump(file));
  } catch (error) {
    if (error instanceof CopyFailure) throw error;
    throw new CopyFailure('notWhole', error instanceof Error ? error.message : String(error));
  }
}

/** Wraps a mark so that psql skips it if the schema has no such table or column. Otherwise psql would stop. */
export const guarded = (mark: string): string => `do $mark$ begin ${mark};
  exception when undefined_table or undefined_column then null; end $mark$;`;

/** Dumps the database and marks the dump. Then reads it again and compares the row counts. Throws a `CopyFailure`. */
export async function dumpPostgres(dumping: Dumping, options: CopyOptions): Promise<Copied> {
  const client = new pg.Client({
    connectionString: dumping.url,
    application_name: applicationName('backup'),
    keepAlive: true,
  });
  // If the connection breaks, the next statement fails and reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    const { snapshot, copied } = await openSnapshot(client, options);
    await runDump(dumping, snapshot, options.without);
    // pg_dump sets an empty search path, so it is reset first. A gzip file may consist of several parts.
    const marks = options.marks.map(guarded).join('\n');
    await appendFile(dumping.target, gzipSync(`\nreset search_path;\n${marks}\n`));
    const left = options.without.filter((table) => table in copied.rows);
    const found = await checkDump(dumping.target);
    // A pg_dump script does not mention the tables whose rows it leaves out.
    expectRows({ ...Object.fromEntries(left.map((table) => [table, 0])), ...found }, copied.rows, left);
    return copied;
  } finally {
    await client.end();
  }
}
