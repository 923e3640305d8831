/** Which files are kept for which campus, and how large they are: a campus has so much room and no more. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0012-files';

const files = (int: string) => [
  // Of the oldest files that no row names nobody knows the campus; what is in the folder already is noted at a start.
  `create table file (
    name text not null primary key, "campusID" ${int} references campus (id), bytes ${int} not null,
    "createdAt" text not null, "reservedUntil" text)`,
  `create index "file_campusID" on file ("campusID", "reservedUntil", bytes)`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, (_key, int) => files(int));
