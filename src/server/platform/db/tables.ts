/**
 * The tables as Kysely types. Each area declares its tables in its own `tables.ts`, and only that area writes them; the
 * ledger also writes the figures of bills. The migrations define the schema; the dumps `schema.sqlite.sql` and
 * `schema.postgres.sql` show it as SQL.
 */
import type { Selectable } from 'kysely';

export type Text = string | null;
export type Whole = number | null;

export interface Tables {
  setting: { name: string; value: string };
}

/** A row with all columns of its table. */
export type StoredRow<T extends keyof Tables> = Selectable<Tables[T]>;
