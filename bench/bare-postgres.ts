import pg from 'pg';
import type { Bare, Statement, Value, Values } from './place.ts';

/** Values per statement: the fastest of the sizes tried. PostgreSQL allows at most 65,535. */
const valuesPerStatement = 8000;

function insertText(table: string, columns: readonly string[], rows: number): string {
  const width = columns.length;
  const lines = Array.from(
    { length: rows },
    (_, row) => `(${columns.map((_column, index) => `$${row * width + index + 1}`).join(', ')})`,
  );
  const heads = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  return `insert into ${pg.escapeIdentifier(table)} (${heads}) values ${lines.join(', ')}`;
}

export async function barePostgres(connectionString: string): Promise<Bare> {
  const client = new pg.Client({ connectionString });
  // Ignores a lost connection, because a figure that fails should report its own error.
  client.on('error', () => {});
  await client.connect();

  /** Inserts many rows per statement and builds each text once. */
  async function insert(table: string, rows: readonly Values[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {});
    const perStatement = Math.floor(valuesPerStatement / columns.length);
    const whole = insertText(table, columns, perStatement);
    await client.query('begin');
    for (let from = 0; from < rows.length; from += perStatement) {
      const part = rows.slice(from, from + perStatement);
      const text = part.length === perStatement ? whole : insertText(table, columns, part.length);
      await client.query(
        text,
        part.flatMap((row) => columns.map((column) => row[column] ?? null)),
      );
    }
    await client.query('commit');
  }

  const names = new Map<string, string>();

  /** The server compiles a statement with a name once. */
  function statementName(sql: string): string {
    const name = names.get(sql) ?? `statement ${names.size}`;
    names.set(sql, name);
    return name;
  }

  async function write(statements: readonly Statement[]): Promise<void> {
    await client.query('begin');
    for (const { sql, values } of statements)
      await client.query({ name: statementName(sql), text: sql, values });
    await client.query('commit');
  }

  return {
    all: async (sql, values: Value[] = []) => (await client.query(sql, values)).rows as Values[],
    insert,
    write,
    tidy: async () => {
      await client.query('vacuum analyze');
    },
    close: () => client.end(),
  };
}
