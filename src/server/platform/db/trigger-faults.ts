/** Finds triggers that somebody has dropped, disabled or changed. Without them the database accepts forbidden changes. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { type Db, isPostgres } from './store.ts';

/** The text of the trigger, and of its function on PostgreSQL, by the name of the trigger. */
type Triggers = Map<string, string>;

/** Versions of PostgreSQL print other spaces and parentheses, and the name of the schema depends on the store. */
const plain = (text: string, schema = 'public'): string =>
  text
    .replaceAll(`${schema}.`, '')
    .replace(/[\s();"]+/g, '')
    .toLowerCase();

const readSchema = (engine: 'sqlite' | 'postgres'): string =>
  readFileSync(new URL(`schema.${engine}.sql`, import.meta.url), 'utf8').replaceAll('\r\n', '\n');

const nameOf = (text: string): string => /create trigger "?(\w+)/i.exec(text)?.[1] ?? '';

// Dialect: the catalogue of triggers.
async function readSqlite(db: Db): Promise<{ expected: Triggers; found: Triggers }> {
  const { rows } = await sql<{ name: string; text: string }>`select name, sql as text from sqlite_master
    where type = 'trigger'`.execute(db);
  const texts = readSchema('sqlite').match(/^create trigger[\s\S]+?^end;$/gim) ?? [];
  return {
    expected: new Map(texts.map((text) => [nameOf(text), plain(text)])),
    found: new Map(rows.map(({ name, text }) => [name, plain(text)])),
  };
}

async function readPostgres(db: Db): Promise<{ expected: Triggers; found: Triggers }> {
  const { rows } = await sql<{ name: string; text: string; body: string; schema: string }>`
    select tgname as name, pg_get_triggerdef(pg_trigger.oid) as text, prosrc as body, current_schema() as schema
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where relnamespace = current_schema()::regnamespace and not tgisinternal and tgenabled in ('O', 'A')`.execute(
    db,
  );
  const schema = readSchema('postgres');
  const functions = schema.matchAll(
    /^create or replace function public\.(\w+)[\s\S]+?\$function\$([\s\S]*?)\$function\$/gim,
  );
  const bodies = new Map([...functions].map(([, name = '', body = '']) => [name, body]));
  const bodyOf = (text: string): string => bodies.get(/execute function (\w+)/i.exec(text)?.[1] ?? '') ?? '';
  const texts = schema.match(/^create trigger .+$/gim) ?? [];
  return {
    expected: new Map(texts.map((text) => [nameOf(text), plain(text) + plain(bodyOf(text))])),
    found: new Map(
      rows.map(({ name, text, body, schema }) => [name, plain(text, schema) + plain(body, schema)]),
    ),
  };
}

/** Returns the names of these triggers. */
export async function listTriggerFaults(db: Db): Promise<string[]> {
  const { expected, found } = await (isPostgres(db) ? readPostgres : readSqlite)(db);
  return [...expected].filter(([name, text]) => found.get(name) !== text).map(([name]) => name);
}
