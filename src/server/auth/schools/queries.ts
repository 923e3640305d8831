/** Schools as whoever runs the program sees them: each takes `Db`, and says so. */
import type { Selectable } from 'kysely';
import { addDays } from '#shared/dates.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

export type SchoolRow = Selectable<Tables['school']>;
/** What a school may use at most; null: as much as it likes. */
export type SchoolLimits = Pick<SchoolRow, 'messagesADay' | 'filesLimit' | 'callsAMinute'>;

export async function findSchoolNamed(db: Db, slug: string): Promise<SchoolRow | undefined> {
  return db.selectFrom('school').selectAll().where('slug', '=', slug).executeTakeFirst();
}

/** All of them with how many campuses and people each has, by their names. */
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

/** Takes back whatever an installation has said of its schools, in the words of both engines. */
export const letSchoolsGo = `update school set "suspendedAt" = null, "removeAt" = null,
  "messagesADay" = null, "filesLimit" = null, "callsAMinute" = null`;

export async function listCampusIDsOfSchool(db: Db, schoolID: number): Promise<number[]> {
  const rows = await db.selectFrom('campus').select('id').where('schoolID', '=', schoolID).execute();
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Of everybody who has a campus of this school. */
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

/** The school of a campus, and what it may use. */
export async function findSchoolOfCampus(db: Db, campusID: number): Promise<SchoolLimits & { id: number }> {
  return db
    .selectFrom('campus')
    .innerJoin('school', 'school.id', 'campus.schoolID')
    .select(['school.id', 'messagesADay', 'filesLimit', 'callsAMinute'])
    .where('campus.id', '=', campusID)
    .executeTakeFirstOrThrow();
}

/** How many messages were counted on this day. */
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

/** Two clocks on earth are at most so many days apart: another campus may still be in its day before yesterday. */
const daysApart = 2;

/** Counts so many messages more on this day, and answers how many there are now. Days that are over are forgotten. */
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
