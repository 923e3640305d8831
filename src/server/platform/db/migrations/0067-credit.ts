/**
 * Adds the bill for which a payment with credit was entered. It finds the family of a child without a registration
 * number. Also adds the reason why an adjustment was voided.
 */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';
import { type Facts, factsOf, postgresUpdateTrigger, sqliteTriggers } from './0061-append-only.ts';

export const name = '0067-credit';

const before = factsOf('payment');
const facts: Facts = { ...before, fixed: [...before.fixed, '"billID"'] };

const columns = (_key: string, int: string): string[] => [
  // No foreign key to the bill: the bill may be deleted permanently, but the payment is kept.
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
