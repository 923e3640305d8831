import { sql } from 'kysely';

/**
 * The campus, beside ids that say which rows are meant. With its plus it is no use to an index: SQLite, which does not
 * know how many rows there are, would rather go through all of the campus or of a billing.
 */
export const campusByID = sql<number>`+"campusID"`;
