/** What proves that a receipt is of a try of ours, and keeps a copy of the store from sending again. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0011-words';

/** Tries made until now went without a word of their own; what speaks of them so is believed of them alone. */
const giveWords = (random: string) =>
  `update sender set words = '[{"word":"' || ${random} || '","until":"9999"},{"word":"","until":"${new Date().toISOString()}"}]'`;

const columns = (int: string) => [
  // JSON: by which words its messages are known, the one of now first, and until when tries were made with each.
  `alter table sender add column words text not null default '[]'`,
  // Whom the provider took the message for, as E.164, and whom a receipt speaks of: not always the number written.
  `alter table attempt add column "waID" text`,
  `alter table receipt add column recipient text`,
  // Nothing is sent of what waits up to this message until a person says what became of it, and why.
  `alter table sender add column "copiedAt" text`,
  `alter table sender add column "copyWhy" text check ("copyWhy" in ('backup', 'place'))`,
  `alter table sender add column "copyUpTo" ${int}`,
];

export const statements = (engine: Engine): string[] => [
  ...inDialect(engine, (_key, int) => columns(int)),
  // Dialect: each has its own way to sixteen random digits.
  giveWords(
    engine === 'postgres'
      ? `left(replace(gen_random_uuid()::text, '-', ''), 12) || right(gen_random_uuid()::text, 4)`
      : 'lower(hex(randomblob(8)))',
  ),
];
