import { sessionDays } from '#shared/limits.ts';
import type { DueRules } from '#shared/money/payable.ts';
import { keyRightNames, noRights, type Rights, rightNames } from '#shared/people/rights.ts';
import type { Db } from '../platform/db/store.ts';
import { digestOf, isKey } from './auth-rules.ts';
import type { Campus, Proof } from './scope.ts';

const longestSession = sessionDays * 24 * 60 * 60 * 1000;
const later = (instant: string, milliseconds: number): string =>
  new Date(Date.parse(instant) + milliseconds).toISOString();

/**
 * Finds the valid session of a token, with everything about its user, in one statement. Undefined when there is none.
 * A session has one `db` (the short name of a school), so it covers only the school of the user's first campus.
 */
async function findSession(db: Db, token: string, now: string): Promise<Proof | undefined> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .innerJoin('membership', 'membership.userID', 'user.id')
    .innerJoin('campus', 'campus.id', 'membership.campusID')
    .innerJoin('school', 'school.id', 'campus.schoolID')
    .select([
      'session.expiresAt',
      'session.createdAt',
      'user.id as userID',
      'user.username',
      'user.name',
      'school.id as schoolID',
      'school.slug',
      'school.callsAMinute',
    ])
    .select(['campus.id as campusID', 'campus.name as campusName', 'campus.country', 'campus.timeZone'])
    .select(['campus.currency', 'campus.logo', 'campus.graceDays', 'campus.sundayDays', 'campus.closedUntil'])
    .select(rightNames.map((right) => `membership.${right}` as const))
    .where('session.token', '=', digestOf(token))
    .where('session.expiresAt', '>', now)
    .where('session.createdAt', '>', later(now, -longestSession))
    // A session that was opened while the account was being disabled is invalid too.
    .where('user.disabledAt', 'is', null)
    .where('user.invitedAt', 'is', null)
    .where('school.suspendedAt', 'is', null)
    .orderBy('campus.id')
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const ofSchool = rows.filter((row) => row.schoolID === first.schoolID);
  const campuses = ofSchool.map(({ campusID: id, campusName: name, ...row }) => ({
    ...{ id, name, country: row.country, timeZone: row.timeZone, currency: row.currency, logo: row.logo },
    ...{ graceDays: row.graceDays, sundayDays: row.sundayDays, closedUntil: row.closedUntil },
    rights: Object.fromEntries(rightNames.map((right) => [right, row[right] === 1])) as Rights,
  }));
  const { userID, name, schoolID, slug, callsAMinute, expiresAt } = first;
  const endsAt = later(first.createdAt, longestSession);
  const session = { expiresAt, endsAt };
  const userName = first.username ?? '';
  const who = { userID, userName, name, schoolID, slug, address: null };
  return { token, ...who, callsAMinute, session, campuses };
}

/** True when the user has campuses and all of them belong to suspended schools. */
export async function isOfSuspendedSchool(db: Db, token: string): Promise<boolean> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .innerJoin('membership', 'membership.userID', 'user.id')
    .innerJoin('campus', 'campus.id', 'membership.campusID')
    .innerJoin('school', 'school.id', 'campus.schoolID')
    .select('school.suspendedAt')
    .where('session.token', '=', digestOf(token))
    .where('user.disabledAt', 'is', null)
    .where('user.invitedAt', 'is', null)
    .execute();
  return rows.length > 0 && rows.every(({ suspendedAt }) => suspendedAt !== null);
}

/** Finds the valid API key of a token, in one statement. A key works even if the person who made it has left. */
async function findKey(db: Db, token: string, now: string): Promise<Proof | undefined> {
  const row = await db
    .selectFrom('api_key')
    .innerJoin('campus', 'campus.id', 'api_key.campusID')
    .innerJoin('school', 'school.id', 'campus.schoolID')
    .select(['api_key.id', 'api_key.name', 'api_key.createdBy', 'api_key.perMinute', 'api_key.usedAt'])
    .select(['school.id as schoolID', 'school.slug', 'school.callsAMinute'])
    .select(['campus.id as campusID', 'campus.name as campusName', 'campus.country', 'campus.timeZone'])
    .select(['campus.currency', 'campus.logo', 'campus.graceDays', 'campus.sundayDays', 'campus.closedUntil'])
    .select(keyRightNames.map((right) => `api_key.${right}` as const))
    .where('api_key.digest', '=', digestOf(token))
    .where('api_key.revokedAt', 'is', null)
    .where('school.suspendedAt', 'is', null)
    .where((eb) => eb.or([eb('api_key.expiresAt', 'is', null), eb('api_key.expiresAt', '>', now)]))
    .executeTakeFirst();
  if (!row) return undefined;
  const held = Object.fromEntries(keyRightNames.map((right) => [right, row[right] === 1]));
  const { campusID: id, campusName, country, timeZone, graceDays, sundayDays, currency, logo } = row;
  const { name, schoolID, slug, closedUntil } = row;
  const ofCampus = { id, name: campusName, country, timeZone, graceDays, sundayDays, currency, logo };
  const campus = { ...ofCampus, closedUntil };
  return {
    token,
    userID: row.createdBy,
    userName: '',
    name,
    address: null,
    schoolID,
    slug,
    callsAMinute: row.callsAMinute,
    key: { id: row.id, perMinute: row.perMinute, usedAt: row.usedAt },
    campuses: [{ ...campus, rights: { ...noRights, ...held } }],
  };
}

/** Finds the session or API key of a token. Undefined when the token is not valid. */
export const findProof = (db: Db, token: string, now: string): Promise<Proof | undefined> =>
  isKey(token) ? findKey(db, token, now) : findSession(db, token, now);

/** Stores when a key was last used. If several calls arrive at the same time, only one of them writes. */
export async function stampKey(
  db: Db,
  id: string,
  { now, before }: { now: string; before: string },
): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('usedAt', 'is', null), eb('usedAt', '<=', before)]))
    .execute();
}

/** Sets a later end for a session that is in use. */
export async function extendSession(
  db: Db,
  token: string,
  { expiresAt, now }: { expiresAt: string; now: string },
): Promise<void> {
  const used = { expiresAt, updatedAt: now };
  await db.updateTable('session').set(used).where('token', '=', digestOf(token)).execute();
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token', '=', digestOf(token)).execute();
}

export async function endSessionsOf(db: Db, userID: string): Promise<void> {
  await db.deleteFrom('session').where('userId', '=', userID).execute();
}

/** Ends all sessions of a user except that of this token. Returns how many. */
export async function endOtherSessions(db: Db, userID: string, token: string): Promise<number> {
  const ended = await db
    .deleteFrom('session')
    .where('userId', '=', userID)
    .where('token', '!=', digestOf(token))
    .returning('id')
    .execute();
  return ended.length;
}

/** Nobody logs out of an expired session. Without this deletion the table would grow forever. */
export async function endExpiredSessions(db: Db, userID: string, now: string): Promise<void> {
  await db.deleteFrom('session').where('userId', '=', userID).where('expiresAt', '<=', now).execute();
}

/**
 * Counts one more try under the text `key` (not an API key), in one statement. Returns the number of tries in the
 * current time window and the window's end. A window lasts `window` milliseconds. If the stored end is more than that
 * after `at`, the clock was ahead when the end was stored, and a new window begins.
 */
export async function countTry(
  db: Db,
  key: string,
  { at, window }: { at: Date; window: number },
): Promise<{ tries: number; until: string }> {
  const now = at.toISOString();
  const end = new Date(at.getTime() + window).toISOString();
  const row = await db
    .insertInto('sign_in_try')
    .values({ key: digestOf(key), tries: 1, until: end })
    .onConflict((on) =>
      on.column('key').doUpdateSet((eb) => {
        const isOver = eb.or([eb('sign_in_try.until', '<=', now), eb('sign_in_try.until', '>', end)]);
        const more = eb('sign_in_try.tries', '+', 1);
        return {
          tries: eb.case().when(isOver).then(1).else(more).end(),
          until: eb.case().when(isOver).then(end).else(eb.ref('sign_in_try.until')).end(),
        };
      }),
    )
    .returning(['tries', 'until'])
    .executeTakeFirstOrThrow();
  // Each new window deletes the expired windows. Otherwise the table would grow forever.
  if (row.tries === 1) await db.deleteFrom('sign_in_try').where('until', '<=', now).execute();
  return row;
}

/** How many tries of this key `countTry` has counted in its current window. */
export async function findTries(
  db: Db,
  key: string,
  { at, window }: { at: Date; window: number },
): Promise<number> {
  const row = await db
    .selectFrom('sign_in_try')
    .select('tries')
    .where('key', '=', digestOf(key))
    .where('until', '>', at.toISOString())
    .where('until', '<=', new Date(at.getTime() + window).toISOString())
    .executeTakeFirst();
  return row?.tries ?? 0;
}

/** Deletes the tries of a key after a successful sign-in. */
export async function deleteTries(db: Db, key: string): Promise<void> {
  await db.deleteFrom('sign_in_try').where('key', '=', digestOf(key)).execute();
}

export async function findUserNamed(db: Db, userName: string) {
  return db
    .selectFrom('user')
    .select(['id', 'name', 'disabledAt'])
    .where('username', '=', userName.toLowerCase())
    .executeTakeFirst();
}

/** The guesses that the owner of an account has not seen yet. Undefined when there are none. */
export async function findGuessNotice(db: Db, userID: string) {
  return db
    .selectFrom('guess_notice')
    .select(['passwords', 'codes', 'since', 'latest'])
    .where('userID', '=', userID)
    .executeTakeFirst();
}

export async function addToGuessNotice(
  db: Db,
  userID: string,
  { passwords, codes, since, latest }: { passwords: number; codes: number; since: string; latest: string },
): Promise<void> {
  await db
    .insertInto('guess_notice')
    .values({ userID, passwords, codes, since, latest })
    .onConflict((on) =>
      on.column('userID').doUpdateSet((eb) => ({
        passwords: eb('guess_notice.passwords', '+', passwords),
        codes: eb('guess_notice.codes', '+', codes),
        latest,
      })),
    )
    .execute();
}

export async function deleteGuessNotice(db: Db, userID: string): Promise<void> {
  await db.deleteFrom('guess_notice').where('userID', '=', userID).execute();
}

/** Gives a user rights in a campus. They replace the user's earlier rights there. */
export async function addMembership(
  db: Db,
  member: { userID: string; campusID: number; rights: Rights },
): Promise<void> {
  const rights = Object.fromEntries(
    rightNames.map((right) => [right, member.rights[right] ? 1 : 0]),
  ) as Record<keyof Rights, number>;
  await db
    .insertInto('membership')
    .values({ userID: member.userID, campusID: member.campusID, ...rights })
    .onConflict((on) => on.columns(['userID', 'campusID']).doUpdateSet(rights))
    .execute();
}

/**
 * Runs changes of people and rights in a school one after the other. Otherwise another change could make the data of
 * this change outdated before it writes.
 */
export async function lockSchool(db: Db, schoolID: number): Promise<void> {
  // An update that changes nothing locks the row on both engines.
  await db
    .updateTable('school')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', schoolID)
    .execute();
}

/** Sets the rules for when bills of a campus are late. */
export async function updateDueRules(
  db: Db,
  campusID: number,
  { graceDays, sundayDays }: DueRules,
): Promise<void> {
  await db.updateTable('campus').set({ graceDays, sundayDays }).where('id', '=', campusID).execute();
}

/** Sets the last day of the closed books. Null opens all days. */
export async function updateClosedUntil(db: Db, campusID: number, closedUntil: string | null): Promise<void> {
  await db.updateTable('campus').set({ closedUntil }).where('id', '=', campusID).execute();
}

/** The columns of a campus that a scope contains. */
export const campusColumns = [
  'id',
  'name',
  'country',
  'timeZone',
  'graceDays',
  'sundayDays',
  'closedUntil',
] as const;

export async function findCampus(db: Db, campusID: number): Promise<Campus> {
  return db.selectFrom('campus').select(campusColumns).where('id', '=', campusID).executeTakeFirstOrThrow();
}
