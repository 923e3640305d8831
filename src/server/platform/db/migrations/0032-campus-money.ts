/** Adds the currency sign and logo of a campus, and an index of the sends of a month. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0032-campus-money';

const campusMoney = [
  `alter table campus add column currency text not null default 'Rs.'`,
  'alter table campus add column logo text',
  `create index "broadcast_createdAt" on broadcast ("campusID", "createdAt")`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, () => campusMoney);
