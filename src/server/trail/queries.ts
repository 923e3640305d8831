import { sql } from 'kysely';
import type { Db } from '../db/store.ts';
import type { Recorder } from './model.ts';
import type { TrailTable } from './tables.ts';

type NewRow = Pick<TrailTable, 'at' | 'what' | 'kind' | 'aboutID' | 'aboutName' | 'groupID' | 'details'>;

export async function insertEntry(recorder: Recorder, row: NewRow): Promise<void> {
  const { db, campusID, actor, address } = recorder;
  const who = { actor: actor.kind, actorID: actor.id, actorName: actor.name, address };
  await db
    .insertInto('trail')
    .values(({ selectFrom }) => ({
      ...row,
      ...who,
      campusID,
      schoolID:
        recorder.campusID === null
          ? recorder.schoolID
          : selectFrom('campus').select('schoolID').where('id', '=', recorder.campusID),
    }))
    .execute();
}

export type FailedSignIn = { userID: string; address: string; minute: string };

/** Counts one more, in one statement. */
export async function countFailedSignIn(db: Db, failed: FailedSignIn): Promise<void> {
  await db
    .insertInto('failed_sign_in')
    .values({ ...failed, tries: 1 })
    .onConflict((on) =>
      on
        .columns(['userID', 'address', 'minute'])
        .doUpdateSet((eb) => ({ tries: eb('failed_sign_in.tries', '+', 1) })),
    )
    .execute();
}

const atOnce = 500;

/** Whether there are any of minutes that are over. */
export async function hasFailedSignIns(db: Db, before: string): Promise<boolean> {
  const row = await db
    .selectFrom('failed_sign_in')
    .select('minute')
    .where('minute', '<', before)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes those of minutes that are over out of the table, each with the name of the user. */
export async function takeFailedSignIns(db: Db, before: string) {
  const rows = await db
    .selectFrom('failed_sign_in')
    .leftJoin('user', 'user.id', 'failed_sign_in.userID')
    .select(['failed_sign_in.userID', 'address', 'minute', 'tries', 'user.name'])
    .where('minute', '<', before)
    .orderBy('minute')
    .orderBy('failed_sign_in.userID')
    .orderBy('address')
    .limit(atOnce)
    .execute();
  for (const { userID, address, minute } of rows)
    await db
      .deleteFrom('failed_sign_in')
      .where('userID', '=', userID)
      .where('address', '=', address)
      .where('minute', '=', minute)
      .execute();
  return rows;
}

/** The schools of a user; of nobody's name the only school, or none where there are several. */
export async function listSchoolsOf(db: Db, userID: string): Promise<number[]> {
  if (userID === '') {
    const schools = await db.selectFrom('school').select('id').orderBy('id').limit(2).execute();
    return schools.length === 1 ? schools.map(({ id }) => id) : [];
  }
  const rows = await db
    .selectFrom('membership')
    .innerJoin('campus', 'campus.id', 'membership.campusID')
    .select('campus.schoolID')
    .distinct()
    .where('membership.userID', '=', userID)
    .orderBy('campus.schoolID')
    .execute();
  return rows.map(({ schoolID }) => schoolID);
}

/** The id of whoever has this user name; empty where nobody has. */
export async function findUserID(db: Db, userName: string): Promise<string> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('username', '=', sql<string>`${userName.toLowerCase()}`)
    .executeTakeFirst();
  return row?.id ?? '';
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The statement that tells each school of a store, where it is put back, that it was: in the words of both engines. */
export function restoreMark({ at, name, madeAt }: { at: string; name: string; madeAt: string }): string {
  const details = JSON.stringify({ madeAt });
  return `insert into trail
    ("schoolID", at, actor, "actorID", "actorName", what, kind, "aboutID", "aboutName", details)
    select id, ${quoted(at)}, 'operator', '', '', 'restored', 'backup', ${quoted(name)}, '', ${quoted(details)} from school`;
}
