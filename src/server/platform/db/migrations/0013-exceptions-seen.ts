/** The exceptions that an owner has seen, and an index by which those of a month are found in the trail. */
import type { Engine } from '../store.ts';

export const name = '0013-exceptions-seen';

export const statements = (engine: Engine): string[] => {
  const [type, end] = engine === 'postgres' ? ['bigint', ''] : ['integer', ' strict'];
  return [
    `create table exception_seen (
  "campusID" ${type} not null references campus (id),
  "entryID" ${type} not null,
  "seenAt" text not null,
  "seenBy" text not null,
  primary key ("campusID", "entryID")
)${end}`,
    'create index trail_what on trail ("campusID", what, at)',
  ];
};
