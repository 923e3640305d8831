/** A campus has a currency sign and a logo; and what was sent in a month is found without looking through all sends. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0032-campus-money';

const campusMoney = [
  `alter table campus add column currency text not null default 'Rs.'`,
  'alter table campus add column logo text',
  `create index "broadcast_createdAt" on broadcast ("campusID", "createdAt")`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, () => campusMoney);
