/**
 * Whose the money is that settles no bill yet: the bill that was named for it, by which the family of a child without a
 * registration number is found. And why an adjustment was taken back.
 */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';
import { type Facts, factsOf, postgresUpdateTrigger, sqliteTriggers } from './0061-append-only.ts';

export const name = '0067-credit';

const before = factsOf('payment');
const facts: Facts = { ...before, fixed: [...before.fixed, '"billID"'] };

const columns = (_key: string, int: string): string[] => [
  // The bill may be deleted, for good in the end: the payment stays.
  `alter table payment add column "billID" ${int}`,
  `create index "payment_billID" on payment ("campusID", "billID") where "billID" is not null`,
  `create index "payment_regNum" on payment ("campusID", "regNum") where "regNum" is not null`,
  'alter table adjustment add column "voidReason" text',
];

const onSqlite = (): string[] => [
  'drop trigger payment_update',
  ...sqliteTriggers(facts, undefined).filter((trigger) => trigger.includes('before update')),
];

const onPostgres = (): string[] => ['drop trigger payment_update on payment', postgresUpdateTrigger(facts)];

export const statements = (engine: Engine): string[] => [
  ...inDialect(engine, columns),
  ...(engine === 'postgres' ? onPostgres() : onSqlite()),
];
