/** Replaces an index, so that Find can search invoice numbers by their beginning. */
import type { Engine } from '../store.ts';

export const name = '0107-voucher-beginnings';

/** Dialect: PostgreSQL searches by prefix only with this kind of index, SQLite with any index. */
export const statements = (engine: Engine): string[] =>
  engine === 'postgres'
    ? [
        'drop index "bill_invNo"',
        `create index "bill_invNo" on bill ("campusID", "invNo" text_pattern_ops) where "invNo" is not null`,
      ]
    : [];
