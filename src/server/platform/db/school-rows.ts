/** Finds the rows of a table that belong to one school, by the columns of the table. */
import { sql } from 'kysely';
import type { Db } from './store.ts';
import type { TableShape } from './table-shapes.ts';

/** The ids of a school and of everything that belongs to it. */
export type SchoolKeys = {
  schoolID: number;
  campusIDs: readonly number[];
  senderIDs: readonly string[];
  /** The people of the school, with or without those who also belong to another school. */
  userIDs: readonly string[];
  /** WhatsApp business accounts that no number of another school uses. */
  portfolios: readonly string[];
};

/** Finds the ids of a school. `isAlone`: leaves out people who also belong to another school. */
export async function findSchoolKeys(
  db: Db,
  schoolID: number,
  { isAlone }: { isAlone: boolean },
): Promise<SchoolKeys> {
  const list = async <T>(text: ReturnType<typeof sql<{ value: T }>>): Promise<T[]> =>
    (await text.execute(db)).rows.map(({ value }) => value);
  const campuses = sql`(select id from campus where "schoolID" = ${schoolID})`;
  const elsewhere = sql`(select "userID" from membership where "campusID" not in ${campuses})`;
  const others = sql`(select portfolio from sender where "campusID" not in ${campuses})`;
  return {
    schoolID,
    campusIDs: await list(
      sql<{ value: number }>`select id as value from campus where "schoolID" = ${schoolID}`,
    ),
    senderIDs: await list(
      sql<{ value: string }>`select id as value from sender where "campusID" in ${campuses}`,
    ),
    userIDs: await list(
      isAlone
        ? sql<{ value: string }>`select distinct "userID" as value from membership
            where "campusID" in ${campuses} and "userID" not in ${elsewhere}`
        : sql<{ value: string }>`select distinct "userID" as value from membership
            where "campusID" in ${campuses}`,
    ),
    portfolios: await list(
      sql<{ value: string }>`select distinct portfolio as value from sender
        where "campusID" in ${campuses} and portfolio not in ${others}`,
    ),
  };
}

const textOf = (value: number | string): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;

const among = (column: string, values: readonly (number | string)[]): string =>
  `"${column}" in (${values.length > 0 ? values.map(textOf).join(', ') : 'null'})`;

/** Tables that belong to the store itself, and tables whose rows cannot be assigned to a school. */
const ofNoSchool = ['setting', 'verification', 'sign_in_try'];

/** The column that decides: the first one in this list that the table has. */
const byColumn: readonly [column: string, of: (keys: SchoolKeys) => readonly (number | string)[]][] = [
  // First in the list, because some rows of a school belong to none of its campuses.
  ['schoolID', ({ schoolID }) => [schoolID]],
  ['campusID', ({ campusIDs }) => campusIDs],
  ['senderID', ({ senderIDs }) => senderIDs],
  ['userID', ({ userIDs }) => userIDs],
  ['userId', ({ userIDs }) => userIDs],
  ['portfolio', ({ portfolios }) => portfolios],
];

/**
 * Returns the condition for the school's rows of a table, in SQL for both engines. Undefined if the table has no rows
 * of a school. Throws if the table has none of the known columns.
 */
export function whereOfSchool({ name, columns }: TableShape, keys: SchoolKeys): string | undefined {
  if (ofNoSchool.includes(name)) return undefined;
  if (name === 'school') return among('id', [keys.schoolID]);
  if (name === 'user') return among('id', keys.userIDs);
  const [column, of] = byColumn.find(([key]) => columns.some((one) => one.name === key)) ?? [];
  if (!column || !of)
    throw new Error(
      `the school of the rows of ${name} is unknown: add the table to platform/db/school-rows.ts`,
    );
  return among(column, of(keys));
}
