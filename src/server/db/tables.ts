/**
 * The tables as Kysely sees them: each area adds its own here, in its `tables.ts`, and is the only one that writes them.
 * The migrations are the truth, and the schema dump shows it as SQL.
 */
import type { Selectable } from 'kysely';

export type Text = string | null;
export type Whole = number | null;

export interface Tables {
  setting: { name: string; value: string };
}

/** A row with all that its table has. */
export type StoredRow<T extends keyof Tables> = Selectable<Tables[T]>;
