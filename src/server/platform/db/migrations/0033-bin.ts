/** Adds the bin: deleted things that can still be restored. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0033-bin';

const bin = (key: string, int: string) => [
  // One row for each deleted thing. `groupID` is the billing of a bill. `bills` is the number of bills that a billing
  // had.
  `create table bin (
    id ${key}, "campusID" ${int} not null references campus (id),
    kind text not null check (kind in ('group', 'bill', 'template')), "itemID" ${int} not null, "groupID" ${int},
    name text not null, bills ${int} not null, at text not null, until text not null, "by" text not null,
    unique ("campusID", id), unique ("campusID", kind, "itemID"))`,
  'create index bin_until on bin (until)',
  // The rows that were deleted together, as JSON of all columns.
  `create table binned_row (
    "campusID" ${int} not null, "binID" ${int} not null, "table" text not null, "itemID" ${int} not null,
    content text not null, primary key ("campusID", "binID", "table", "itemID"),
    foreign key ("campusID", "binID") references bin ("campusID", id) on delete cascade)`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, bin);
