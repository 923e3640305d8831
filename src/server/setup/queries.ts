import { randomBytes } from 'node:crypto';
import type { Campus } from '../auth/scope.ts';
import type { Db } from '../db/store.ts';
import { beginWord } from '../senders/rules.ts';

export async function hasSchool(db: Db): Promise<boolean> {
  const row = await db.selectFrom('school').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Stores the value unless one is stored; answers the stored one, the same to every process. */
export async function keepSetting(db: Db, name: string, value: string): Promise<string> {
  const row = await db
    .insertInto('setting')
    .values({ name, value })
    // Not `do nothing` and a look afterwards: in between another process may have taken it.
    .onConflict((on) => on.column('name').doUpdateSet((eb) => ({ value: eb.ref('setting.value') })))
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Removes the setting; false when it was not there, so that only one of two at once goes on. */
export async function takeSetting(db: Db, name: string, value: string): Promise<boolean> {
  const rows = await db
    .deleteFrom('setting')
    .where('name', '=', name)
    .where('value', '=', value)
    .returning('name')
    .execute();
  return rows.length > 0;
}

/** A school with its first campus, which sends to the demo phone until it connects WhatsApp. */
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

/** A campus with its demo sender. */
export async function createCampus(
  db: Db,
  { schoolID, name, now }: { schoolID: number; name: string; now: string },
): Promise<Campus> {
  const campus = await db
    .insertInto('campus')
    .values({ schoolID, name, createdAt: now })
    .returning(['id', 'name', 'country', 'timeZone'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('sender')
    .values({
      id: `s${campus.id}`,
      campusID: campus.id,
      provider: 'demo',
      pace: 'quick',
      createdAt: now,
      words: beginWord([], randomBytes(8).toString('hex'), now),
    })
    .execute();
  return campus;
}

/** A power cut in the middle of set-up leaves a user without a school, whose name would be taken for ever. */
export async function removeUsersBeforeFirstSchool(db: Db): Promise<void> {
  await db
    .deleteFrom('user')
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('school').select('id'))))
    .execute();
}
