import { type Expression, type SqlBool, sql } from 'kysely';

/** Whether the column holds the text, whatever the case, as a person means it: `%` and `_` are plain characters. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`lower(${column}) like ${pattern} escape '\\'`;
}
