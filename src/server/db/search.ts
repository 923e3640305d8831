import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from './store.ts';
import { isPostgres } from './store.ts';

/** Letters beyond A to Z that have a case; Urdu has none. */
const isCased = (letter: string): boolean => letter > '\x7f' && letter.toLowerCase() !== letter.toUpperCase();

/** For `like … escape '\\'`: `%` and `_` are plain characters. */
export const plainly = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Whether the column holds the text, whatever the case, as a person means it: `%` and `_` are plain characters. */
export function contains(db: Db, column: Expression<string | null>, text: string): Expression<SqlBool> {
  const pattern = `%${plainly(text)}%`;
  // Dialect: SQLite's `like` itself knows the case of A to Z, and is six times as fast as with a `lower` that knows all.
  if (!isPostgres(db) && ![...text].some(isCased)) return sql<SqlBool>`${column} like ${pattern} escape '\\'`;
  // Both sides by the engine's own `lower`: no two programs agree on every letter.
  return sql<SqlBool>`lower(${column}) like lower(cast(${pattern} as text)) escape '\\'`;
}

/** Behind everything that begins with a text. */
const lastLetter = '\u{10ffff}';

/**
 * Whether the column begins with the text, letter for letter. An index finds it: on PostgreSQL one with
 * `text_pattern_ops`.
 */
export function beginsWith(db: Db, column: Expression<string | null>, text: string): Expression<SqlBool> {
  const end = `${text}${lastLetter}`;
  // Dialect: PostgreSQL compares by its own lists of letters, except with these operators.
  if (isPostgres(db)) return sql<SqlBool>`${column} ~>=~ ${text} and ${column} ~<~ ${end}`;
  return sql<SqlBool>`${column} >= ${text} and ${column} < ${end}`;
}

/** The order of the same index, for `order by`. */
export const inCodeOrder = (db: Db, column: Expression<string | null>) =>
  isPostgres(db) ? sql`${column} using ~<~` : sql`${column}`;
