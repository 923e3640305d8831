/** Find looks for invoice numbers by their beginning. */
import type { Engine } from '../store.ts';

export const name = '0107-voucher-beginnings';

/** Dialect: PostgreSQL finds the beginning of a text only by an index of this kind; SQLite by any. */
export const statements = (engine: Engine): string[] =>
  engine === 'postgres'
    ? [
        'drop index "bill_invNo"',
        `create index "bill_invNo" on bill ("campusID", "invNo" text_pattern_ops) where "invNo" is not null`,
      ]
    : [];
