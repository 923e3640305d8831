/** The order of classes that a person has chosen, and the spellings that mean a class. */
import type { Engine } from '../store.ts';

export const name = '0009-classes';

export const statements = (engine: Engine): string[] => {
  const [id, end] = engine === 'postgres' ? ['bigint', ''] : ['integer', ' strict'];
  return [
    'alter table class add column position integer',
    `create table class_spelling (
  "campusID" ${id} not null,
  spelling text not null,
  "classID" ${id} not null,
  primary key ("campusID", spelling),
  foreign key ("campusID", "classID") references class ("campusID", id) on delete cascade
)${end}`,
    'create index "class_spelling_classID" on class_spelling ("campusID", "classID")',
  ];
};
