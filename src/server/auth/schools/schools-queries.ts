/**
 * Schools as the operator sees them. These queries take `Db` instead of a scope, because they concern all schools.
 */
import type { Selectable } from 'kysely';
import { addDays } from '#shared/time/dates.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Tables } from '../../platform/db/tables.ts';

export type SchoolRow = Selectable<Tables['school']>;
/** Limits of a school. Null means no limit. */
export type SchoolLimits = Pick<SchoolRow, 'messagesADay' | 'filesLimit' | 'callsAMinute'>;

export async function findSchoolNamed(db: Db, slug: string): Promise<SchoolRow | undefined> {
  return db.selectFrom('school').selectAll().where('slug', '=', slug).executeTakeFirst();
}

/** All schools, ordered by short name, with the number of campuses and people of each. */
export async function listSchools(db: Db) {
  return db
    .selectFrom('school')
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('campus')
        .select((one) => one.fn.countAll<number>().as('count'))
        .whereRef('campus.schoolID', '=', 'school.id')
        .as('campuses'),
      eb
        .selectFrom('membership')
        .innerJoin('campus', 'campus.id', 'membership.campusID')
        .select((one) => one.fn.count<number>('membership.userID').distinct().as('count'))
        .whereRef('campus.schoolID', '=', 'school.id')
        .as('people'),
    ])
    .orderBy('slug')
    .execute();
}

export async function changeSchool(
  db: Db,
  schoolID: number,
  change: Partial<Pick<SchoolRow, 'suspendedAt' | 'removeAt'> & SchoolLimits>,
): Promise<void> {
  await db.updateTable('school').set(change).where('id', '=', schoolID).execute();
}

/**
 * Removes the suspension, planned removal and limits that came with the data of another installation. The SQL runs on
 * both engines.
 */
export const clearSchoolLimits = `update school set "suspendedAt" = null, "removeAt" = null,
  "messagesADay" = null, "filesLimit" = null, "callsAMinute" = null`;

export async function listCampusIDsOfSchool(db: Db, schoolID: number): Promise<number[]> {
  const rows = await db.selectFrom('campus').select('id').where('schoolID', '=', schoolID).execute();
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Ends the sessions of all people who have a campus in this school. */
export async function endSessionsOfSchool(db: Db, schoolID: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where('userId', 'in', (eb) =>
      eb
        .selectFrom('membership')
        .innerJoin('campus', 'campus.id', 'membership.campusID')
        .select('membership.userID')
        .where('campus.schoolID', '=', schoolID),
    )
    .execute();
}

/** The school of a campus, and its limits. */
export async function findSchoolOfCampus(db: Db, campusID: number): Promise<SchoolLimits & { id: number }> {
  return db
    .selectFrom('campus')
    .innerJoin('school', 'school.id', 'campus.schoolID')
    .select(['school.id', 'messagesADay', 'filesLimit', 'callsAMinute'])
    .where('campus.id', '=', campusID)
    .executeTakeFirstOrThrow();
}

/** How many messages were counted for this day. */
export async function findMessagesOfDay(
  db: Db,
  { schoolID, day }: { schoolID: number; day: string },
): Promise<number> {
  const row = await db
    .selectFrom('school_day')
    .select('messages')
    .where('schoolID', '=', schoolID)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.messages ?? 0;
}

/** The local dates of two campuses can differ by at most this many days, because of their time zones. */
const daysApart = 2;

/** Adds messages to this day's count and returns the new count. Deletes the counts of past days. */
export async function addToDay(
  db: Db,
  { schoolID, day, messages }: { schoolID: number; day: string; messages: number },
): Promise<number> {
  const row = await db
    .insertInto('school_day')
    .values({ schoolID, day, messages })
    .onConflict((on) =>
      on
        .columns(['schoolID', 'day'])
        .doUpdateSet((eb) => ({ messages: eb('school_day.messages', '+', messages) })),
    )
    .returning('messages')
    .executeTakeFirstOrThrow();
  const oldest = addDays(day, -daysApart);
  if (row.messages === messages)
    await db.deleteFrom('school_day').where('schoolID', '=', schoolID).where('day', '<', oldest).execute();
  return row.messages;
}
