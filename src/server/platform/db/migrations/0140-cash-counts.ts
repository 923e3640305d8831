/** Adds the cash that a clerk counted for a day, with the amount in the books at that time. A count never changes. */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';
import { type Facts, sqliteTriggers } from './0061-append-only.ts';

export const name = '0140-cash-counts';

const tables = (key: string, int: string): string[] => [
  // `expected` may be negative, because a clerk may return more cash than was received.
  `create table cash_count (
    id ${key}, "campusID" ${int} not null references campus (id), day text not null, clerk text not null,
    expected ${int} not null, counted ${int} not null check (counted >= 0), note text not null, "clientID" text not null,
    "createdAt" text not null, "createdBy" text not null, unique ("campusID", "clientID"))`,
  `create index cash_count_day on cash_count ("campusID", day, id)`,
];

const facts: Facts = {
  table: 'cash_count',
  fixed: [],
  ends: [],
  keys: ['"campusID" = new."campusID" and "clientID" = new."clientID"'],
};

const postgresTriggers: readonly string[] = [
  ...['update', 'delete'].map(
    (event) =>
      `create trigger "cash_count_${event}" before ${event} on cash_count for each row
        execute function "refuse_ledger"()`,
  ),
  `create trigger "cash_count_truncate" before truncate on cash_count for each statement
      execute function "refuse_ledger"()`,
];

export const statements = (engine: Engine): string[] => [
  ...inDialect(engine, tables),
  ...(engine === 'postgres' ? postgresTriggers : sqliteTriggers(facts, undefined)),
];
