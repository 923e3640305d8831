/** The columns and keys of tables. They are compared and used when rows are copied from one store to another. */
import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { moveWords } from '#shared/words/command-line.ts';
import { StartFailure } from './start-failure.ts';
import type { Db } from './store.ts';

export type Column = {
  name: string;
  kind: 'integer' | 'text';
  /** Whether the column is generated. */
  isGenerated: boolean;
};

export type TableShape = {
  name: string;
  columns: readonly Column[];
  /** The primary key. Rows are read in its order. */
  key: readonly Column[];
  /** A condition for the rows to read, in SQL for both engines. Undefined means all rows. */
  where?: string;
};

/** Tables of the store itself, which are not copied. */
const ownTables = ['migration', 'moving'];

/** Columns that only PostgreSQL has. Its counts are split into parts, because several processes write them. */
export const onlyInPostgres: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bill_count: { part: '0' },
  message_count: { part: '0' },
};

const kinds: Readonly<Record<string, Column['kind']>> = {
  INTEGER: 'integer',
  BIGINT: 'integer',
  TEXT: 'text',
};

const fail = (what: string): never => {
  throw new StartFailure(moveWords.otherTables(what));
};

function kindOf(type: string, column: string): Column['kind'] {
  return kinds[type.toUpperCase()] ?? fail(`${column} is of a kind that is not known, ${type}`);
}

/** In `hidden` SQLite reports 2 for virtual and 3 for stored generated columns. */
const generated = [2n, 3n];

/** Returns the tables of a file, ordered by name. */
export function readSqliteShapes(database: DatabaseSync): TableShape[] {
  const read = (text: string, ...values: string[]) => {
    const statement = database.prepare(text);
    statement.setReadBigInts(true);
    return statement.all(...values);
  };
  const names = read(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`);
  return names
    .map(({ name }) => String(name))
    .filter((name) => !ownTables.includes(name))
    .sort()
    .map((table) => {
      const found = read('select name, type, pk, hidden from pragma_table_xinfo(?) order by cid', table);
      const columns = found.map(({ name, type, pk, hidden }) => ({
        name: String(name),
        kind: kindOf(String(type), `${table}.${name}`),
        isGenerated: generated.includes(hidden as bigint),
        place: Number(pk),
      }));
      const key = columns.filter(({ place }) => place > 0).sort((a, b) => a.place - b.place);
      if (key.length === 0) fail(`${table} has no key`);
      return { name: table, columns, key };
    });
}

type PostgresColumn = { table: string; column: string; type: string };

/** Returns the columns of a database, by table. */
async function readPostgresColumns(db: Db): Promise<Map<string, Map<string, Column['kind']>>> {
  const { rows } = await sql<PostgresColumn>`
    select columns.table_name as "table", column_name as "column", data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const tables = new Map<string, Map<string, Column['kind']>>();
  for (const { table, column, type } of rows) {
    if (ownTables.includes(table)) continue;
    const columns = tables.get(table) ?? new Map<string, Column['kind']>();
    columns.set(column, kindOf(type, `${table}.${column}`));
    tables.set(table, columns);
  }
  return tables;
}

/** Throws if the rows of these tables do not fit into the tables of the database. */
export async function expectSameColumns(shapes: readonly TableShape[], db: Db): Promise<void> {
  const there = await readPostgresColumns(db);
  for (const { name, columns } of shapes) {
    const found = there.get(name) ?? fail(`${name} is missing`);
    for (const { name: column, kind } of columns)
      if (found.get(column) !== kind) fail(`${name}.${column} is not the same`);
    const expected = [...columns.map((column) => column.name), ...Object.keys(onlyInPostgres[name] ?? {})];
    const unknown = [...found.keys()].find((column) => !expected.includes(column));
    if (unknown !== undefined) fail(`${name}.${unknown} has nothing to be filled from`);
    there.delete(name);
  }
  const [unknown] = there.keys();
  if (unknown !== undefined) fail(`${unknown} has nothing to be filled from`);
}

/** Orders tables so that each comes after the tables to which its rows refer, and otherwise by name. */
export async function inReferenceOrder(shapes: readonly TableShape[], db: Db): Promise<TableShape[]> {
  const { rows } = await sql<{ table: string; names: string }>`
    select one.relname as "table", other.relname as names from pg_constraint
    join pg_class one on one.oid = conrelid join pg_class other on other.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`.execute(db);
  const ordered: TableShape[] = [];
  const left = new Set(shapes);
  const isReady = ({ name }: TableShape): boolean =>
    !rows.some(({ table, names }) => table === name && [...left].some((other) => other.name === names));
  while (left.size > 0) {
    const next =
      [...left].find(isReady) ?? fail(`these name one another: ${[...left].map((one) => one.name)}`);
    ordered.push(next);
    left.delete(next);
  }
  return ordered;
}
