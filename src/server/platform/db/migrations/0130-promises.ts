/** Adds promises to pay, with an amount and a day. The ledger decides whether a promise was kept. */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0130-promises';

const tables = (key: string, int: string): string[] => [
  `create table promise (
    id ${key}, "campusID" ${int} not null references campus (id), numbers text not null, day text not null,
    amount ${int} check (amount > 0), note text not null, "createdAt" text not null, "createdBy" text not null,
    "endedAt" text, how text check (how in ('kept', 'withdrawn', 'replaced')),
    check (("endedAt" is null) = (how is null)))`,
  `create index promise_open on promise ("campusID", day) where "endedAt" is null`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, tables);
