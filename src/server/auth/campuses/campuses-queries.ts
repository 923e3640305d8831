import type { CampusDetails } from '#shared/calls/campuses.ts';
import type { Db } from '../../platform/db/store.ts';
import { campusColumns } from '../auth-queries.ts';
import type { Campus, Looks } from '../scope.ts';
import { columnsOf } from '../setup/setup-queries.ts';

export async function findSchoolName(db: Db, schoolID: number): Promise<string> {
  const row = await db
    .selectFrom('school')
    .select('name')
    .where('id', '=', schoolID)
    .executeTakeFirstOrThrow();
  return row.name;
}

export async function renameSchool(db: Db, schoolID: number, name: string): Promise<void> {
  await db.updateTable('school').set({ name }).where('id', '=', schoolID).execute();
}

/** All campuses of a school. */
export async function listCampuses(db: Db, schoolID: number): Promise<(Campus & Looks)[]> {
  return db
    .selectFrom('campus')
    .select([...campusColumns, 'currency', 'logo'])
    .where('schoolID', '=', schoolID)
    .orderBy('id')
    .execute();
}

export async function updateCampus(
  db: Db,
  { schoolID, id }: { schoolID: number; id: number },
  details: CampusDetails,
): Promise<Campus & Looks> {
  return db
    .updateTable('campus')
    .set(columnsOf(details))
    .where('id', '=', id)
    .where('schoolID', '=', schoolID)
    .returning([...campusColumns, 'currency', 'logo'])
    .executeTakeFirstOrThrow();
}

/** The people who are administrators in every campus of the school. */
export async function listOwners(db: Db, schoolID: number): Promise<string[]> {
  const { count } = db.fn;
  const rows = await db
    .selectFrom('membership')
    .innerJoin('campus', 'campus.id', 'membership.campusID')
    .select('membership.userID')
    .where('campus.schoolID', '=', schoolID)
    .where('membership.admin', '=', 1)
    .groupBy('membership.userID')
    .having(count('membership.campusID'), '=', (eb) =>
      eb
        .selectFrom('campus as all')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .where('all.schoolID', '=', schoolID),
    )
    .orderBy('membership.userID')
    .execute();
  return rows.map(({ userID }) => userID);
}
