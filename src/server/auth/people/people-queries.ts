import { rightNames } from '#shared/people/rights.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Member } from './people-rules.ts';

/** The people of these campuses with their rights there, by name. `userID` restricts the list to one person. */
export async function listMembers(db: Db, campusIDs: readonly number[], userID?: string): Promise<Member[]> {
  return db
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.userID')
    .leftJoin('access_link', 'access_link.userID', 'user.id')
    .select(['user.id as userID', 'user.name', 'user.username', 'user.invitedAt', 'user.disabledAt'])
    .leftJoin('two_factor', 'two_factor.userID', 'user.id')
    .select(['access_link.expiresAt as linkUntil', 'membership.campusID'])
    .select('two_factor.confirmedAt as twoFactorAt')
    .select(rightNames.map((right) => `membership.${right}` as const))
    .where('membership.campusID', 'in', campusIDs)
    .$if(userID !== undefined, (query) => query.where('user.id', '=', userID ?? ''))
    .orderBy('user.name')
    .orderBy('user.id')
    .orderBy('membership.campusID')
    .execute();
}

/** The people of these campuses who also belong to another campus, in any school. */
export async function listPeopleElsewhere(db: Db, campusIDs: readonly number[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('membership')
    .select('userID')
    .distinct()
    .where('campusID', 'not in', campusIDs)
    .where('userID', 'in', (eb) =>
      eb.selectFrom('membership as here').select('here.userID').where('here.campusID', 'in', campusIDs),
    )
    .execute();
  return new Set(rows.map(({ userID }) => userID));
}

/** The campuses among these without an administrator who can sign in. */
export async function listUnadministered(db: Db, campusIDs: readonly number[]): Promise<{ name: string }[]> {
  if (campusIDs.length === 0) return [];
  return db
    .selectFrom('campus')
    .select('campus.name')
    .where('campus.id', 'in', campusIDs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('membership')
            .innerJoin('user', 'user.id', 'membership.userID')
            .select('user.id')
            .whereRef('membership.campusID', '=', 'campus.id')
            .where('membership.admin', '=', 1)
            .where('user.disabledAt', 'is', null)
            .where('user.invitedAt', 'is', null),
        ),
      ),
    )
    .orderBy('campus.id')
    .execute();
}

export type NewPerson = {
  id: string;
  userName: string;
  name: string;
  email: string;
  /** Null if the person already has a password. */
  invitedAt: string | null;
  now: string;
};

/** Undefined when the user name is taken. */
export async function insertPerson(db: Db, person: NewPerson): Promise<string | undefined> {
  const { id, userName, name, email, invitedAt, now } = person;
  const row = await db
    .insertInto('user')
    .values({
      id,
      name,
      email,
      emailVerified: 0,
      // A sign-in looks names up in lower case.
      username: userName.toLowerCase(),
      displayUsername: userName,
      invitedAt,
      disabledAt: null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((on) => on.column('username').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function renamePerson(db: Db, userID: string, name: string): Promise<void> {
  await db.updateTable('user').set({ name }).where('id', '=', userID).execute();
}
