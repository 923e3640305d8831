import { sql } from 'kysely';

/**
 * The campus, beside ids that say which rows are meant. With its plus it is no use to an index: SQLite, which does not
 * know how many rows there are, would rather go through all of the campus or of a billing.
 */
export const campusByID = sql<number>`+"campusID"`;

/**
 * The state of a message, beside ids that say which are meant. PostgreSQL would rather go through all that are in that
 * state, for each of them anew: where it has not looked at the table for a while it takes them for a handful.
 */
export const messageStateByID = sql<string>`(message.status || '')`;
