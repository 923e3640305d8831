/**
 * Adds receipt secrets, which prove that a receipt belongs to our attempt, and columns that stop a copy from sending.
 */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0011-words';

/** Older attempts have no receipt secret. A receipt without a secret is accepted only for them. */
const fillReceiptSecrets = (random: string) =>
  `update sender set words = '[{"word":"' || ${random} || '","until":"9999"},{"word":"","until":"${new Date().toISOString()}"}]'`;

const columns = (int: string) => [
  // JSON: the receipt secrets, the current one first, each with the time until which attempts used it.
  `alter table sender add column words text not null default '[]'`,
  // The recipient that the provider or a receipt names. It may differ from the number to which we sent.
  `alter table attempt add column "waID" text`,
  `alter table receipt add column recipient text`,
  // In a copy, messages up to `copyUpTo` are not sent until a person decides. `copyWhy` is how the copy was
  // recognised.
  `alter table sender add column "copiedAt" text`,
  `alter table sender add column "copyWhy" text check ("copyWhy" in ('backup', 'place'))`,
  `alter table sender add column "copyUpTo" ${int}`,
];

export const statements = (engine: Engine): string[] => [
  ...inDialect(engine, (_key, int) => columns(int)),
  // Dialect: the engines create sixteen random digits in different ways.
  fillReceiptSecrets(
    engine === 'postgres'
      ? `left(replace(gen_random_uuid()::text, '-', ''), 12) || right(gen_random_uuid()::text, 4)`
      : 'lower(hex(randomblob(8)))',
  ),
];
