/** Adds imports with their changes, the columns that a person mapped, and the billings of each run. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0002-imports';

const imports = (key: string, int: string) => [
  `create table import (
    id ${key}, "campusID" ${int} not null references campus (id),
    kind text not null check (kind in ('bills', 'students')), "groupID" ${int}, "groupName" text not null,
    "isNewGroup" ${int} not null, "saveID" text, "fileName" text not null, sha256 text not null,
    added ${int} not null, updated ${int} not null, skipped ${int} not null, refused ${int} not null,
    held text not null, "createdAt" text not null, "createdBy" text not null, "undoneAt" text, "undoneBy" text,
    unique ("campusID", id), unique ("campusID", "saveID"))`,
  `create index "import_group" on import ("campusID", "groupID", id)`,
  `create index "import_sha256" on import ("campusID", sha256) where sha256 <> ''`,
  `create table import_change (
    "importID" ${int} not null, "campusID" ${int} not null, "itemID" ${int} not null,
    before text not null, after text not null, primary key ("importID", "itemID"),
    foreign key ("campusID", "importID") references import ("campusID", id))`,
  `create table heading (
    "campusID" ${int} not null references campus (id), kind text not null check (kind in ('bills', 'students')),
    heading text not null, field text not null, primary key ("campusID", kind, heading))`,
];

const billingsOfRuns = (int: string) => [
  `alter table bill add column "importID" ${int}`,
  `alter table student add column "importID" ${int}`,
  `create index "bill_regNum" on bill ("campusID", "regNum") where "regNum" is not null`,
  `create index "bill_invNo" on bill ("campusID", "invNo") where "invNo" is not null`,
  `create index "bill_numbers" on bill ("groupID", numbers) where "regNum" is null and "invNo" is null`,
  `create table broadcast_group (
    "campusID" ${int} not null, "broadcastID" ${int} not null, "groupID" ${int} not null,
    primary key ("campusID", "groupID", "broadcastID"),
    foreign key ("campusID", "broadcastID") references broadcast ("campusID", id))`,
  // Earlier runs get their billings from the `groupIDs` of their messages.
  `insert into broadcast_group ("campusID", "broadcastID", "groupID")
    select distinct message."campusID", message."broadcastID", "group".id from message
    join "group" on "group"."campusID" = message."campusID"
      and message."groupIDs" like '% ' || "group".id || ' %'`,
];

export const statements = (engine: Engine): string[] =>
  inDialect(engine, (key, int) => [...imports(key, int), ...billingsOfRuns(int)]);
