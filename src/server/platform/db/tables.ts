/**
 * The tables as Kysely types. Each module declares its tables in its own `tables.ts`, and no other module writes
 * them. The migrations define the schema; the dumps `schema.sqlite.sql` and `schema.postgres.sql` show it as SQL.
 */
import type { Selectable } from 'kysely';

export type Text = string | null;
export type Whole = number | null;

export interface Tables {
  setting: { name: string; value: string };
}

/** A row with all columns of its table. */
export type StoredRow<T extends keyof Tables> = Selectable<Tables[T]>;
