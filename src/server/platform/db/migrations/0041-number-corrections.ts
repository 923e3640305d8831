/** Stores what each correction of a number changed, as long as the correction can be undone. */

import { inDialect } from '../in-dialect.ts';
import type { Engine } from '../store.ts';

export const name = '0041-number-corrections';

export const statements = (engine: Engine): string[] =>
  inDialect(engine, (key, int) => [
    // `bills` and `students` are JSON of their former numbers.
    `create table number_correction (
      id ${key}, "campusID" ${int} not null references campus (id), at text not null, was text not null,
      became text not null, bills text not null, students text not null, label text)`,
    'create index number_correction_at on number_correction ("campusID", at)',
  ]);
