/** Session tokens are stored as their SHA-256 alone, and sign-in tries are counted for all processes together. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0007-doors';

const doors = (int: string) => [
  // SQLite cannot work a digest out: everybody signs in once more.
  `delete from session`,
  `create table sign_in_try (key text not null primary key, tries ${int} not null, until text not null)`,
  `create index "sign_in_try_until" on sign_in_try (until)`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, (_key, int) => doors(int));
