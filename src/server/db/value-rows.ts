import { type RawBuilder, sql } from 'kysely';

/** How each column of a list of values is to be read; PostgreSQL must be told, SQLite does not mind. */
export type ValueColumns = Record<string, 'text' | 'bigint'>;

/**
 * `name(columns) as (values …)`, for a `with` before a statement that changes many rows each in its own way. The
 * list must not be empty, nor so long that it passes an engine's limit of values: 4,000 rows of 8 are safe.
 */
export function valueRows(
  name: string,
  columns: ValueColumns,
  rows: readonly Record<string, string | number | null>[],
): RawBuilder<unknown> {
  const entries = Object.entries(columns);
  const heads = sql.join(entries.map(([column]) => sql.ref(column)));
  const lines = rows.map(
    (row) =>
      sql`(${sql.join(entries.map(([column, kind]) => sql`cast(${row[column] ?? null} as ${sql.raw(kind)})`))})`,
  );
  return sql`${sql.ref(name)} (${heads}) as (values ${sql.join(lines)})`;
}
