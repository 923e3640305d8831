import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Bare, Statement, Value, Values } from './place.ts';

const quoted = (column: string) => `"${column}"`;

/** SQLite reads `$1` as a name, so numbered parameters are written `?1`. */
const numbered = (sql: string) => sql.replace(/\$(\d+)/g, '?$1');

/** Uses the same settings as the program's own connection: a commit is on disk when it returns. */
export function bareSqlite(file: string): Bare {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 30000');

  /** Runs one prepared statement for each row. With this driver that is as fast as many rows per statement. */
  async function insert(table: string, rows: readonly Values[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {});
    const marks = columns.map(() => '?').join(', ');
    const statement = database.prepare(
      `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) values (${marks})`,
    );
    database.exec('begin immediate');
    for (const row of rows) statement.run(...columns.map((column) => row[column] ?? null));
    database.exec('commit');
  }

  const compiled = new Map<string, StatementSync>();

  function compile(sql: string): StatementSync {
    const statement = compiled.get(sql) ?? database.prepare(numbered(sql));
    compiled.set(sql, statement);
    return statement;
  }

  async function write(statements: readonly Statement[]): Promise<void> {
    database.exec('begin immediate');
    for (const { sql, values } of statements) compile(sql).run(...values);
    database.exec('commit');
  }

  return {
    all: async (sql, values: Value[] = []) => database.prepare(numbered(sql)).all(...values) as Values[],
    insert,
    write,
    tidy: async () => database.exec('pragma wal_checkpoint(truncate)'),
    close: async () => database.close(),
  };
}
