/**
 * Creates the first school, either through the set-up page behind a one-time link or directly from ADMIN_PASSWORD.
 */
import { Failure } from '#shared/failures.ts';
import { allRights } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { findSetting, removeSetting, setSettingOnce } from '../../platform/db/settings.ts';
import { StartFailure } from '../../platform/db/start-failure.ts';
import { inTransaction } from '../../platform/db/store.ts';
import type { Runtime } from '../../runtime.ts';
import { recordChange } from '../../trail/trail.ts';
import { addMembership } from '../auth-queries.ts';
import { findWeakness } from '../passwords/passwords.ts';
import { insertPassword } from '../passwords/passwords-queries.ts';
import { insertPerson } from '../people/people-queries.ts';
import { originOf, type Scope, scopeOfRow } from '../scope.ts';
import { freshAddress, hashPassword } from '../sign-in.ts';
import { createSchool, hasSchool, removeUsersBeforeFirstSchool } from './setup-queries.ts';

const tokenSetting = 'setupToken';

/**
 * Writes the first data of a new campus, in the transaction that creates it. The caller passes this function in,
 * because the data belongs to areas that `auth` may not import.
 */
export type SeedCampus = (scope: Scope, how: { demo: boolean; now: Date; runtime: Runtime }) => Promise<void>;

/** `address`: the client address of the set-up request. Undefined with ADMIN_PASSWORD. */
export type FirstSchool = NewUser & { school: string; campus: string; demo: boolean; address?: string };

/** The one-time token of the set-up link. Undefined when a school already exists. */
export async function setupToken({ store, runtime }: Deps): Promise<string | undefined> {
  if (await hasSchool(store.db)) return undefined;
  return setSettingOnce(store.db, tokenSetting, runtime.randomBytes(24).toString('base64url'));
}

type NewUser = { userName: string; name: string; password: string };

/** The id of a new user with a password. Undefined when the user name is taken. */
export async function createUser(
  deps: Pick<Deps, 'store' | 'runtime' | 'now'>,
  { userName, name, password }: NewUser,
): Promise<string | undefined> {
  const { runtime } = deps;
  const hash = await hashPassword(deps, password, userName);
  const now = deps.now().toISOString();
  const person = {
    id: runtime.randomUUID(),
    userName,
    name,
    email: freshAddress(runtime),
    invitedAt: null,
    now,
  };
  return inTransaction({ db: deps.store.db }, async ({ db }) => {
    const userID = await insertPerson(db, person);
    if (userID !== undefined) await insertPassword(db, { id: runtime.randomUUID(), userID, hash, now });
    return userID;
  });
}

async function createFirstSchool(
  deps: Deps,
  first: FirstSchool,
  { userID, seedCampus }: { userID: string; seedCampus: SeedCampus },
): Promise<void> {
  const now = deps.now().toISOString();
  await inTransaction({ db: deps.store.db }, async ({ db }) => {
    const campus = await createSchool(db, { slug: 'main', name: first.school, campus: first.campus, now });
    await addMembership(db, { userID, campusID: campus.id, rights: allRights });
    const scope = scopeOfRow(db, campus, userID);
    const origin = originOf({ userID, name: first.name, address: first.address ?? null });
    const about = { kind: 'school', name: first.school } as const;
    await recordChange({ ...scope, ...origin }, { what: 'schoolMade', at: now, about });
    await seedCampus(scope, { demo: first.demo, now: deps.now(), runtime: deps.runtime });
  });
}

/** Throws unless this is the token of the set-up link. */
export async function checkSetup({ store: { db } }: Deps, token: string): Promise<void> {
  if (await hasSchool(db)) throw new Failure('conflict', failureWords.setupDone);
  if ((await findSetting(db, tokenSetting)) !== token)
    throw new Failure('forbidden', failureWords.setupToken);
}

/** Creates the school and its administrator. The token works once. */
export async function setUp(
  deps: Deps,
  first: FirstSchool & { token: string },
  seedCampus: SeedCampus,
): Promise<void> {
  if (await hasSchool(deps.store.db)) throw new Failure('conflict', failureWords.setupDone);
  if (!(await removeSetting(deps.store.db, tokenSetting, first.token)))
    throw new Failure('forbidden', failureWords.setupToken);
  try {
    await removeUsersBeforeFirstSchool(deps.store.db);
    const userID = await createUser(deps, first);
    if (!userID) throw new Failure('conflict', failureWords.nameTaken);
    await createFirstSchool(deps, first, { userID, seedCampus });
  } catch (error) {
    await setSettingOnce(deps.store.db, tokenSetting, first.token);
    throw error;
  }
}

/**
 * If the database is empty and ADMIN_PASSWORD is set, creates the school `main`, campus 1 and the administrator
 * `admin`. Returns false when a school already exists; the password is then ignored.
 */
export async function setUpWithPassword(
  deps: Deps,
  { password, demo }: { password: string; demo: boolean },
  seedCampus: SeedCampus,
): Promise<boolean> {
  const admin = { userName: 'admin', password, name: 'Administrator' };
  const school = { school: 'Main School', campus: 'Main Campus', demo };
  // A web process and a worker may start together. The lock lets only one of them create the school.
  return deps.store.alone(async () => {
    const token = await setupToken(deps);
    if (!token) return false;
    const why = await findWeakness(password, [admin.userName, admin.name]);
    if (why) throw new StartFailure(`ADMIN_PASSWORD cannot be used. ${why}`);
    await setUp(deps, { ...admin, ...school, token }, seedCampus);
    return true;
  });
}
