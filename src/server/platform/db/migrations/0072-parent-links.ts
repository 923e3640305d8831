/** Adds links to the pages of families, one for each number of a campus. Deleting the row revokes the link. */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0072-parent-links';

const tables = (_key: string, int: string): string[] => [
  `create table parent_link (
    "campusID" ${int} not null references campus (id), number text not null, token text not null unique,
    "createdAt" text not null, primary key ("campusID", number))`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, tables);
