/**
 * Stores the latest name of each number, because searching all bills and students would become slower every month.
 */
import type { Engine } from '../store.ts';

export const name = '0008-names';

/**
 * Selects each number with the name of the latest row that has it. Dialect: the engines split texts in different
 * ways.
 */
const latestOf = (engine: Engine, table: string): string =>
  engine === 'postgres'
    ? `select distinct on ("campusID", one.number) "campusID", one.number, name
      from ${table}, unnest(string_to_array(numbers, ' ')) one (number) where numbers <> '' and name <> ''
      order by "campusID", one.number, id desc`
    : `select "campusID", number, name from (
      select "campusID", value as number, name, max(${table}.id)
      from ${table}, json_each('["' || replace(numbers, ' ', '","') || '"]') where numbers <> '' and name <> ''
      group by 1, 2) where true`;

export const statements = (engine: Engine): string[] => {
  const [int, ending] = engine === 'postgres' ? ['bigint', ''] : ['integer', ' strict, without rowid'];
  return [
    // No foreign key to the campus: campuses are never removed, and the check would take as long as the insert.
    `create table number_name (
    "campusID" ${int} not null, number text not null, name text not null,
    primary key ("campusID", number))${ending}`,
    ...['bill', 'student'].map(
      (table) =>
        `insert into number_name ("campusID", number, name) ${latestOf(engine, table)} on conflict do nothing`,
    ),
  ];
};
