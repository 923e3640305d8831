import { sql } from 'kysely';

/**
 * A column of numbers, beside ids that say which rows are meant. With its plus it is no use to an index: SQLite, which
 * does not know how many rows there are, would rather go through all of a campus, a billing or a broadcast.
 */
export const unindexed = (column: string) => sql<number>`+${sql.ref(column)}`;

/**
 * The same of a text. PostgreSQL would rather go through all messages in a state, for each of the ids anew: where it has
 * not looked at the table for a while it takes them for a handful.
 */
export const unindexedText = (column: string) => sql<string>`(${sql.ref(column)} || '')`;
