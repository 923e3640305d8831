/** Adds labels of numbers, such as father or mother. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0040-number-labels';

export const statements = (engine: Engine): string[] =>
  inDialect(engine, (_key, int) => [
    `create table number_label (
      "campusID" ${int} not null references campus (id), number text not null, label text not null,
      primary key ("campusID", number))`,
  ]);
