/** Stores the campus and the size of each file, for the storage limit of a campus. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0012-files';

const files = (int: string) => [
  // The program adds existing files when it starts. If no row mentions an old file, its campus is unknown.
  `create table file (
    name text not null primary key, "campusID" ${int} references campus (id), bytes ${int} not null,
    "createdAt" text not null, "reservedUntil" text)`,
  `create index "file_campusID" on file ("campusID", "reservedUntil", bytes)`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, (_key, int) => files(int));
