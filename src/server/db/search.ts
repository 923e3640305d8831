import { type Expression, type SqlBool, sql } from 'kysely';

/** Whether the column holds the text, whatever the case, as a person means it: `%` and `_` are plain characters. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  // Both sides by the engine's own `lower`: no two programs agree on every letter.
  return sql<SqlBool>`lower(${column}) like lower(cast(${pattern} as text)) escape '\\'`;
}
