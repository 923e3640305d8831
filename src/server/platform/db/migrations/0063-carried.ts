/**
 * When a newer bill contains the open balance of an older bill as arrears, the older bill gets an adjustment of kind
 * `carried` that names the newer bill. A fee head gets its class, such as arrears or tuition, from its name. If a
 * person chose another class, `fee_head` stores it.
 */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';
import {
  type Facts,
  factsOf,
  postgresNeeds,
  postgresUpdateTrigger,
  sqliteTriggers,
} from './0061-append-only.ts';

export const name = '0063-carried';

const kinds = `kind in ('waiver', 'fine', 'writeOff', 'carried')`;
const isCarried = `(kind = 'carried') = ("toBillID" is not null)`;

const before = factsOf('adjustment');
const facts: Facts = { ...before, fixed: [...before.fixed, '"toBillID"'] };

const billIsMissing = (column: string): string =>
  `not exists (select 1 from bill where id = new.${column} and "campusID" = new."campusID")`;
const need = `${billIsMissing('"billID"')} or new."toBillID" is not null and ${billIsMissing('"toBillID"')}`;

const columns = [
  ...['id', '"campusID"', '"billID"', 'kind', 'amount', 'reason', 'day', '"clientID"', '"createdAt"'],
  ...['"createdBy"', '"voidedAt"', '"voidedBy"'],
].join(', ');

/** SQLite cannot change the check of a column, so the table is rebuilt. */
const onSqlite = (key: string, int: string): string[] => [
  `create table adjustment_made_anew (
    id ${key}, "campusID" ${int} not null references campus (id), "billID" ${int} not null,
    kind text not null check (${kinds}), amount ${int} not null check (amount > 0),
    reason text not null, day text not null, "clientID" text, "createdAt" text not null, "createdBy" text not null,
    "voidedAt" text, "voidedBy" text, "toBillID" ${int}, check (("voidedAt" is null) = ("voidedBy" is null)),
    check (${isCarried}))`,
  `insert into adjustment_made_anew (${columns}) select ${columns} from adjustment`,
  'drop table adjustment',
  'alter table adjustment_made_anew rename to adjustment',
  `create index "adjustment_billID" on adjustment ("campusID", "billID")`,
  `create unique index "adjustment_clientID" on adjustment ("campusID", "clientID") where "clientID" is not null`,
  ...sqliteTriggers(facts, need),
];

const onPostgres = (_key: string, int: string): string[] => [
  `alter table adjustment add column "toBillID" ${int}`,
  'alter table adjustment drop constraint adjustment_kind_check',
  `alter table adjustment add constraint adjustment_kind_check check (${kinds})`,
  `alter table adjustment add constraint adjustment_carried_check check (${isCarried})`,
  'drop trigger adjustment_update on adjustment',
  postgresUpdateTrigger(facts),
  postgresNeeds(facts, need),
];

const onBoth = (_key: string, int: string): string[] => [
  `create index "adjustment_toBillID" on adjustment ("campusID", "toBillID") where "toBillID" is not null`,
  `create table fee_head (
    "campusID" ${int} not null references campus (id), name text not null,
    class text not null check (class in ('tuition', 'arrears', 'fine', 'concession', 'other')),
    primary key ("campusID", name))`,
];

export const statements = (engine: Engine): string[] =>
  inDialect(engine, (key, int) => [
    ...(engine === 'postgres' ? onPostgres : onSqlite)(key, int),
    ...onBoth(key, int),
  ]);
