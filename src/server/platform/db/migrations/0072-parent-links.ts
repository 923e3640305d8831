/** The links by which families see what they owe: one for a number of a campus. The link goes with the row. */
import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0072-parent-links';

const tables = (_key: string, int: string): string[] => [
  `create table parent_link (
    "campusID" ${int} not null references campus (id), number text not null, token text not null unique,
    "createdAt" text not null, primary key ("campusID", number))`,
];

export const statements = (engine: Engine): string[] => inDialect(engine, tables);
