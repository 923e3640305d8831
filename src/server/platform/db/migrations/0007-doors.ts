/** Session tokens are now stored only as SHA-256, and all processes share the count of sign-in attempts. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0007-doors';

const doors = (int: string) => [
  // SQLite cannot compute a digest, so all users must sign in again.
  `delete from session`,
  `create table sign_in_try (key text not null primary key, tries ${int} not null, until text not null)`,
  `create index "sign_in_try_until" on sign_in_try (until)`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, (_key, int) => doors(int));
