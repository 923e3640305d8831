/**
 * Adds the voucher settings of a campus, the jobs that make files of vouchers, and a row for each printed voucher.
 * Prints are append-only like the ledger, because a later print of the same voucher must be marked as a duplicate.
 */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';
import { type Facts, postgresNeeds, sqliteTriggers } from './0061-append-only.ts';

export const name = '0064-papers';

const tables = (key: string, int: string): string[] => [
  `create table voucher_setting (
    "campusID" ${int} not null primary key references campus (id), copies text not null,
    language text not null check (language in ('en', 'ur', 'both')),
    numbering text not null check (numbering in ('voucher', 'student')),
    sorting text not null check (sorting in ('class', 'regNum', 'invNo')),
    "termsEn" text not null, "termsUr" text not null, "renewFine" ${int} not null check ("renewFine" >= 0),
    "renewDays" ${int} not null check ("renewDays" > 0),
    "receiptSize" text not null check ("receiptSize" in ('a5', 'roll')))`,
  `create table voucher_job (
    id ${key}, "campusID" ${int} not null references campus (id), "clientID" text not null,
    state text not null check (state in ('working', 'done', 'failed', 'cancelled')),
    vouchers ${int} not null, made ${int} not null, name text not null, "createdAt" text not null,
    "createdBy" text not null, "touchedAt" text not null, unique ("campusID", "clientID"))`,
  `create table voucher_print (
    id ${key}, "campusID" ${int} not null references campus (id), "billID" ${int} not null,
    serial ${int} not null check (serial > 0), "expiryDate" text, sha256 text not null, "createdAt" text not null,
    "createdBy" text not null, unique ("campusID", "billID", serial))`,
];

const facts: Facts = {
  table: 'voucher_print',
  fixed: [],
  ends: [],
  keys: ['"campusID" = new."campusID" and "billID" = new."billID" and serial = new.serial'],
};
/** A print needs an existing bill, but it is kept when the bill is deleted. */
const billIsMissing = `not exists (select 1 from bill where id = new."billID" and "campusID" = new."campusID")`;

const postgresTriggers: readonly string[] = [
  ...['update', 'delete'].map(
    (event) =>
      `create trigger "voucher_print_${event}" before ${event} on voucher_print for each row
        execute function "refuse_ledger"()`,
  ),
  `create trigger "voucher_print_truncate" before truncate on voucher_print for each statement
      execute function "refuse_ledger"()`,
  postgresNeeds(facts, billIsMissing),
  `create trigger "voucher_print_needs" before insert on voucher_print for each row
      execute function "voucher_print_needs"()`,
];

export const statements = (engine: Engine): string[] => [
  ...inDialect(engine, tables),
  ...(engine === 'postgres' ? postgresTriggers : sqliteTriggers(facts, billIsMissing)),
];
