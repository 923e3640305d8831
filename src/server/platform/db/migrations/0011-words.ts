/** Adds receipt secrets, which prove that a receipt belongs to our try, and marks that stop a copy from sending. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0011-words';

/** Older tries have no receipt secret. A receipt without one is accepted only for those tries. */
const fillReceiptSecrets = (random: string) =>
  `update sender set words = '[{"word":"' || ${random} || '","until":"9999"},{"word":"","until":"${new Date().toISOString()}"}]'`;

const columns = (int: string) => [
  // JSON: the receipt secrets, the current one first, each with the time until which tries used it.
  `alter table sender add column words text not null default '[]'`,
  // The recipient that the provider or a receipt names. It may differ from the number that we sent to.
  `alter table attempt add column "waID" text`,
  `alter table receipt add column recipient text`,
  // In a copy, messages up to `copyUpTo` are not sent until a person decides. `copyWhy`: why it is a copy.
  `alter table sender add column "copiedAt" text`,
  `alter table sender add column "copyWhy" text check ("copyWhy" in ('backup', 'place'))`,
  `alter table sender add column "copyUpTo" ${int}`,
];

export const statements = (engine: Engine): string[] => [
  ...inDialect(engine, (_key, int) => columns(int)),
  // Dialect: each engine makes sixteen random digits in its own way.
  fillReceiptSecrets(
    engine === 'postgres'
      ? `left(replace(gen_random_uuid()::text, '-', ''), 12) || right(gen_random_uuid()::text, 4)`
      : 'lower(hex(randomblob(8)))',
  ),
];
