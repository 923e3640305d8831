import type { Insertable } from 'kysely';
import type { Db } from '../platform/db/store.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { Recorder } from './model.ts';

type NewRow = Pick<
  Insertable<Tables['trail']>,
  'at' | 'what' | 'kind' | 'aboutID' | 'aboutName' | 'groupID' | 'details' | 'rowChanges'
>;

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

/**
 * Inserts an entry that only states rows. The statement that changed the rows does not know the time, so the entry gets
 * the time of the entry before it, or of its campus.
 */
export async function insertRowsEntry(
  recorder: Recorder & { campusID: number },
  row: { what: string; rowChanges: string },
): Promise<void> {
  const { at } = await recorder.db
    .selectFrom('campus')
    .select((eb) => [
      eb.fn
        .coalesce(
          eb
            .selectFrom('trail')
            .select('at')
            .where('campusID', '=', recorder.campusID)
            .orderBy('id', 'desc')
            .limit(1),
          'createdAt',
        )
        .as('at'),
    ])
    .where('id', '=', recorder.campusID)
    .executeTakeFirstOrThrow();
  const about = { kind: 'trail' as const, aboutID: '', aboutName: '', groupID: null };
  await insertEntry(recorder, { ...about, ...row, at, details: '{}' });
}

/** Lists the schools of a user. For an unknown user name it is the only school, or none if there are several. */
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

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The SQL that records a restore in the trail of each school. It runs on both engines. */
export function restoreMark({ at, name, madeAt }: { at: string; name: string; madeAt: string }): string {
  const details = JSON.stringify({ madeAt });
  return `insert into trail
    ("schoolID", at, actor, "actorID", "actorName", what, kind, "aboutID", "aboutName", details)
    select id, ${quoted(at)}, 'operator', '', '', 'restored', 'backup', ${quoted(name)}, '', ${quoted(details)} from school`;
}
