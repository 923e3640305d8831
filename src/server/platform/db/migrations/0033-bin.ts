/** The bin: what was deleted, for as long as it can be had back. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0033-bin';

const bin = (key: string, int: string) => [
  // One for each thing that a person deleted; `groupID`: the billing that a bill was in, `bills`: those of a billing.
  `create table bin (
    id ${key}, "campusID" ${int} not null references campus (id),
    kind text not null check (kind in ('group', 'bill', 'template')), "itemID" ${int} not null, "groupID" ${int},
    name text not null, bills ${int} not null, at text not null, until text not null, "by" text not null,
    unique ("campusID", id), unique ("campusID", kind, "itemID"))`,
  'create index bin_until on bin (until)',
  // The rows that went with it, each as JSON of all its columns.
  `create table binned_row (
    "campusID" ${int} not null, "binID" ${int} not null, "table" text not null, "itemID" ${int} not null,
    content text not null, primary key ("campusID", "binID", "table", "itemID"),
    foreign key ("campusID", "binID") references bin ("campusID", id) on delete cascade)`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, bin);
