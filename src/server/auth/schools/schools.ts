/** What the operator does with a school: create, suspend and limit it. */

import { Failure } from '#shared/failures.ts';
import { allRights } from '#shared/people/rights.ts';
import { addDays, dayIn } from '#shared/time/dates.ts';
import { changesBetween, type Entry } from '#shared/trail.ts';
import { theOperator } from '#shared/trail-kinds.ts';
import { schoolWords } from '#shared/words/command-line.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { StartFailure } from '../../platform/db/start-failure.ts';
import type { Db } from '../../platform/db/store.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { recordChange } from '../../trail/trail.ts';
import { addMembership, lockSchool } from '../auth-queries.ts';
import { hashRandomPassword, type Link, makeAccountLink } from '../links/links.ts';
import { insertPassword } from '../passwords/passwords-queries.ts';
import { insertPerson } from '../people/people-queries.ts';
import { type Scope, scopeOfRow } from '../scope.ts';
import type { SeedCampus } from '../setup/setup.ts';
import { createSchool } from '../setup/setup-queries.ts';
import { freshAddress } from '../sign-in.ts';
import {
  addToDay,
  changeSchool,
  endSessionsOfSchool,
  findMessagesOfDay,
  findSchoolNamed,
  findSchoolOfCampus,
  listCampusIDsOfSchool,
  type SchoolLimits,
  type SchoolRow,
} from './schools-queries.ts';

type CampusScope = Pick<Scope, 'db' | 'campusID' | 'campus'>;
type Maker = Pick<Deps, 'store' | 'runtime' | 'now'>;

/** Stops the WhatsApp numbers of these campuses from sending, as of that instant. Null lets them send again. */
type HoldNumbers = (db: Db, campusIDs: readonly number[], at: string | null) => Promise<void>;

export type NewSchool = { slug: string; name: string; campus: string; userName: string };

/** The slug appears in web addresses and metric labels. */
const slugShape = /^[a-z][a-z\d-]{0,38}$/;
const userNameShape = /^[A-Za-z0-9._]{3,60}$/;

type Change = { school: SchoolRow; hold: HoldNumbers };

const aboutSchool = ({ id, name }: Pick<SchoolRow, 'id' | 'name'>) => ({ kind: 'school', id, name }) as const;

/** Writes an entry of the operator to the trail of the whole school. */
const recordOfSchool = (db: Db, schoolID: number, entry: Entry): Promise<void> =>
  recordChange({ ...theOperator, db, campusID: null, schoolID }, entry);

/**
 * Creates the school with its first campus and an administrator. Returns the one-time link with which the
 * administrator sets a password.
 */
export async function addSchool(deps: Maker, newSchool: NewSchool, seedCampus: SeedCampus): Promise<Link> {
  const { store, runtime } = deps;
  if (!slugShape.test(newSchool.slug)) throw new StartFailure(schoolWords.slugShape(newSchool.slug));
  if (!userNameShape.test(newSchool.userName))
    throw new StartFailure(schoolWords.userShape(newSchool.userName));
  const hash = await hashRandomPassword(deps);
  return inTransaction({ db: store.db }, async ({ db }) => {
    if (await findSchoolNamed(db, newSchool.slug))
      throw new StartFailure(schoolWords.slugTaken(newSchool.slug));
    const now = deps.now().toISOString();
    const campus = await createSchool(db, { ...newSchool, now });
    const { userName } = newSchool;
    const person = {
      id: runtime.randomUUID(),
      userName,
      name: userName,
      email: freshAddress(runtime),
      invitedAt: now,
      now,
    };
    const userID = await insertPerson(db, person);
    if (!userID) throw new StartFailure(schoolWords.userTaken(userName));
    await insertPassword(db, { id: runtime.randomUUID(), userID, hash, now });
    await addMembership(db, { userID, campusID: campus.id, rights: allRights });
    const { id } = await findSchoolOfCampus(db, campus.id);
    const about = aboutSchool({ id, name: newSchool.name });
    await recordOfSchool(db, id, { what: 'schoolMade', at: now, about });
    await seedCampus(scopeOfRow(db, campus, userID), { demo: false, now: deps.now(), runtime });
    return makeAccountLink(db, deps, { userID, createdBy: null, kind: 'invitation' });
  });
}

/** Throws when no school has this name. */
export async function needSchool(db: Db, slug: string): Promise<SchoolRow> {
  const school = await findSchoolNamed(db, slug);
  if (!school) throw new StartFailure(schoolWords.unknown(slug));
  return school;
}

/**
 * Ends all sessions and stops sign-in and sending. Waiting messages keep their state. Returns the ids of the school's
 * campuses.
 */
export async function suspendSchool({ store, now }: Maker, { school, hold }: Change): Promise<number[]> {
  const at = now().toISOString();
  const since = school.suspendedAt ?? at;
  const about = aboutSchool(school);
  return inTransaction({ db: store.db }, async ({ db }) => {
    await lockSchool(db, school.id);
    await changeSchool(db, school.id, { suspendedAt: since });
    await endSessionsOfSchool(db, school.id);
    const campusIDs = await listCampusIDsOfSchool(db, school.id);
    await hold(db, campusIDs, since);
    if (school.suspendedAt === null)
      await recordOfSchool(db, school.id, { what: 'schoolSuspended', at, about });
    return campusIDs;
  });
}

/** Ends the suspension: waiting messages are sent again, and a planned removal is cancelled. */
export async function resumeSchool({ store, now }: Maker, { school, hold }: Change): Promise<number[]> {
  return inTransaction({ db: store.db }, async ({ db }) => {
    await lockSchool(db, school.id);
    await changeSchool(db, school.id, { suspendedAt: null, removeAt: null });
    const campusIDs = await listCampusIDsOfSchool(db, school.id);
    await hold(db, campusIDs, null);
    const at = now().toISOString();
    const about = aboutSchool(school);
    if (school.removeAt !== null)
      await recordOfSchool(db, school.id, { what: 'schoolRemovalTakenBack', at, about });
    else if (school.suspendedAt !== null)
      await recordOfSchool(db, school.id, { what: 'schoolResumed', at, about });
    return campusIDs;
  });
}

/** Sets the instant from which all data of the school may be removed. */
export async function beginRemoval(
  { store, now }: Maker,
  school: SchoolRow,
  removeAt: string,
): Promise<void> {
  await inTransaction({ db: store.db }, async ({ db }) => {
    await changeSchool(db, school.id, { removeAt });
    const at = now().toISOString();
    const about = aboutSchool(school);
    await recordOfSchool(db, school.id, {
      what: 'schoolRemovalBegun',
      at,
      about,
      details: { from: removeAt },
    });
  });
}

export async function limitSchool(
  { store, now }: Maker,
  school: SchoolRow,
  limits: Partial<SchoolLimits>,
): Promise<void> {
  const changes = changesBetween(school, limits);
  await inTransaction({ db: store.db }, async ({ db }) => {
    await changeSchool(db, school.id, limits);
    const at = now().toISOString();
    if (Object.keys(changes).length > 0)
      await recordOfSchool(db, school.id, { what: 'schoolLimited', at, about: aboutSchool(school), changes });
  });
}

/**
 * How many more messages the school may send on this day in the campus's time zone. Undefined when there is no limit.
 */
export async function findLeftOfDay(scope: CampusScope, at: Date): Promise<number | undefined> {
  const { id: schoolID, messagesADay: most } = await findSchoolOfCampus(scope.db, scope.campusID);
  if (most === null) return undefined;
  const day = dayIn(scope.campus.timeZone, at);
  return Math.max(0, most - (await findMessagesOfDay(scope.db, { schoolID, day })));
}

/**
 * Counts the messages that are queued today, in the caller's transaction. Throws when they exceed the school's daily
 * limit. The day is that of the campus's time zone. Schools without a limit are counted too, so that a limit set
 * later covers the whole day.
 */
export async function countMessagesOfDay(scope: CampusScope, messages: number, at: Date): Promise<void> {
  const { id: schoolID, messagesADay: most } = await findSchoolOfCampus(scope.db, scope.campusID);
  if (messages === 0) return;
  const day = dayIn(scope.campus.timeZone, at);
  const now = await addToDay(scope.db, { schoolID, day, messages });
  if (most === null || now <= most) return;
  const left = Math.max(0, most - (now - messages));
  throw new Failure('conflict', failureWords.messagesOfDay({ most, left, tomorrow: addDays(day, 1) }));
}
