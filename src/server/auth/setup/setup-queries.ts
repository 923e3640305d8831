import type { CampusDetails } from '#shared/calls/campuses.ts';
import type { Db } from '../../platform/db/store.ts';
import { campusColumns } from '../auth-queries.ts';
import type { Campus } from '../scope.ts';

export async function hasSchool(db: Db): Promise<boolean> {
  const row = await db.selectFrom('school').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Creates a school with its first campus. */
export async function createSchool(
  db: Db,
  school: { slug: string; name: string; campus: string; now: string },
): Promise<Campus> {
  const createdAt = school.now;
  const { id: schoolID } = await db
    .insertInto('school')
    .values({ slug: school.slug, name: school.name, createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return createCampus(db, { schoolID, name: school.campus, now: createdAt });
}

/** The details of a campus as columns. */
export const columnsOf = <T extends Partial<CampusDetails>>({ currency, logo, ...named }: T) => ({
  ...named,
  ...(currency === undefined ? {} : { currency }),
  ...(logo === undefined ? {} : { logo: logo || null }),
});

type NewCampus = Partial<CampusDetails> & { schoolID: number; name: string; now: string };

/** The country is Pakistan unless `campus` has another one. */
export async function createCampus(db: Db, { now, ...campus }: NewCampus): Promise<Campus> {
  return db
    .insertInto('campus')
    .values({ ...columnsOf(campus), createdAt: now })
    .returning(campusColumns)
    .executeTakeFirstOrThrow();
}

/** A power cut during set-up leaves a user without a school. Its user name would stay taken forever. */
export async function removeUsersBeforeFirstSchool(db: Db): Promise<void> {
  await db
    .deleteFrom('user')
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('school').select('id'))))
    .execute();
}
