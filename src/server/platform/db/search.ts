import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from './store.ts';
import { isPostgres } from './store.ts';

/** Whether a letter has upper and lower case. Digits and Urdu letters do not. */
const isCased = (letter: string): boolean => letter.toLowerCase() !== letter.toUpperCase();

/** Escapes `%` and `_` for `like … escape '\\'`. */
export const plainly = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A condition: the column contains the text, ignoring case. `%` and `_` are plain characters. */
export function contains(db: Db, column: Expression<string | null>, text: string): Expression<SqlBool> {
  const pattern = `%${plainly(text)}%`;
  // Dialect: SQLite's `like` already ignores the case of A to Z. A search without `lower` is six times as fast.
  const isIgnored = (letter: string) => !isPostgres(db) && letter <= '\x7f';
  if (![...text].some((letter) => isCased(letter) && !isIgnored(letter)))
    return sql<SqlBool>`${column} like ${pattern} escape '\\'`;
  // Both sides use the `lower` function of the engine, because programs differ in how they convert some letters.
  return sql<SqlBool>`lower(${column}) like lower(cast(${pattern} as text)) escape '\\'`;
}

/** The highest code point. It is sorted after all other letters. */
const lastLetter = '\u{10ffff}';

/**
 * A condition: the column begins with the text, case-sensitive. It can use an index; on PostgreSQL the index needs
 * `text_pattern_ops`.
 */
export function beginsWith(db: Db, column: Expression<string | null>, text: string): Expression<SqlBool> {
  const end = `${text}${lastLetter}`;
  // Dialect: PostgreSQL compares by its collation, except with these operators.
  if (isPostgres(db)) return sql<SqlBool>`${column} ~>=~ ${text} and ${column} ~<~ ${end}`;
  return sql<SqlBool>`${column} >= ${text} and ${column} < ${end}`;
}

/** For `order by`: the order of the index that `beginsWith` uses. */
export const inCodeOrder = (db: Db, column: Expression<string | null>) =>
  isPostgres(db) ? sql`${column} using ~<~` : sql`${column}`;
