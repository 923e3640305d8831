/** Gives `node:sqlite` the interface that Kysely's SQLite dialect needs. Each statement is compiled once. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** The number of compiled statements that are kept. The least recently used are dropped. Each takes a few kB. */
const mostCached = 200;
/**
 * In characters. Inserts of many rows have very long texts in many sizes. Keeping them all would displace useful
 * statements.
 */
const longestCached = 20_000;

const wrap = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
  run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
  iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
});

const nothing: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

export function keepStatements(database: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  let long: { sql: string; statement: SqliteStatement } | undefined;

  function prepareLong(sql: string): SqliteStatement {
    if (long?.sql !== sql) long = { sql, statement: wrap(database.prepare(sql)) };
    return long.statement;
  }

  function prepare(sql: string): SqliteStatement {
    // A full disk ends the transaction. A rollback after that would fail and hide the cause.
    if (sql === 'rollback' && !database.isTransaction) return nothing;
    if (sql.length > longestCached) return prepareLong(sql);
    const statement = cache.get(sql) ?? wrap(database.prepare(sql));
    cache.delete(sql);
    cache.set(sql, statement);
    const [oldest] = cache.keys();
    if (cache.size > mostCached && oldest !== undefined) cache.delete(oldest);
    return statement;
  }

  return { prepare, close: () => database.close() };
}
