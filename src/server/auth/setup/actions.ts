/** The first school: by the page behind the one-time link, or by ADMIN_PASSWORD without a page. */
import { Failure } from '#shared/failures.ts';
import { allRights } from '#shared/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import { findSetting, removeSetting, setSettingOnce } from '../../db/settings.ts';
import { StartFailure } from '../../db/start-failure.ts';
import { inTransaction } from '../../db/store.ts';
import type { Deps } from '../../deps.ts';
import type { Runtime } from '../../runtime.ts';
import { recordChange } from '../../trail/actions.ts';
import { findWeakness } from '../passwords/actions.ts';
import { addMembership } from '../queries.ts';
import { originOf, type Scope, scopeOfRow } from '../scope.ts';
import { type NewUser, openSignIn } from '../sign-in.ts';
import { createSchool, hasSchool, removeUsersBeforeFirstSchool } from './queries.ts';

const tokenSetting = 'setupToken';

/** Puts into a new campus what it begins with, in the transaction that makes it; areas above know what that is. */
export type Furnish = (scope: Scope, how: { demo: boolean; now: Date; runtime: Runtime }) => Promise<void>;

/** `address`: where it is set up from; none where it is by ADMIN_PASSWORD. */
export type FirstSchool = NewUser & { school: string; campus: string; demo: boolean; address?: string };

/** The one-time token of the set-up link; undefined when there is a school already. */
export async function setupToken({ store, runtime }: Deps): Promise<string | undefined> {
  if (await hasSchool(store.db)) return undefined;
  return setSettingOnce(store.db, tokenSetting, runtime.randomBytes(24).toString('base64url'));
}

async function createFirstSchool(
  deps: Deps,
  first: FirstSchool,
  { userID, furnish }: { userID: string; furnish: Furnish },
): Promise<void> {
  const now = deps.now().toISOString();
  await inTransaction({ db: deps.store.db }, async ({ db }) => {
    const campus = await createSchool(db, { slug: 'main', name: first.school, campus: first.campus, now });
    await addMembership(db, { userID, campusID: campus.id, rights: allRights });
    const scope = scopeOfRow(db, campus, userID);
    const origin = originOf({ userID, name: first.name, address: first.address ?? null });
    const about = { kind: 'school', name: first.school } as const;
    await recordChange({ ...scope, ...origin }, { what: 'schoolMade', at: now, about });
    await furnish(scope, { demo: first.demo, now: deps.now(), runtime: deps.runtime });
  });
}

/** Fails where this token opens no set-up. */
export async function checkSetup({ store: { db } }: Deps, token: string): Promise<void> {
  if (await hasSchool(db)) throw new Failure('conflict', failureWords.setupDone);
  if ((await findSetting(db, tokenSetting)) !== token)
    throw new Failure('forbidden', failureWords.setupToken);
}

/** Creates the school and its administrator. The token works once. */
export async function setUp(
  deps: Deps,
  first: FirstSchool & { token: string },
  furnish: Furnish,
): Promise<void> {
  if (await hasSchool(deps.store.db)) throw new Failure('conflict', failureWords.setupDone);
  if (!(await removeSetting(deps.store.db, tokenSetting, first.token)))
    throw new Failure('forbidden', failureWords.setupToken);
  try {
    await removeUsersBeforeFirstSchool(deps.store.db);
    const userID = await (await openSignIn(deps)).createUser(first);
    if (!userID) throw new Failure('conflict', failureWords.nameTaken);
    await createFirstSchool(deps, first, { userID, furnish });
  } catch (error) {
    await setSettingOnce(deps.store.db, tokenSetting, first.token);
    throw error;
  }
}

/**
 * On an empty database with ADMIN_PASSWORD: school `main`, campus 1 and the administrator `admin`. False where there is
 * a school already: then the password is nobody's.
 */
export async function setUpWithPassword(
  deps: Deps,
  { password, demo }: { password: string; demo: boolean },
  furnish: Furnish,
): Promise<boolean> {
  const admin = { userName: 'admin', password, name: 'Administrator' };
  const school = { school: 'Main School', campus: 'Main Campus', demo };
  // A web process and a worker that are started together find the same empty database.
  return deps.store.alone(async () => {
    const token = await setupToken(deps);
    if (!token) return false;
    const why = await findWeakness(password, [admin.userName, admin.name]);
    if (why) throw new StartFailure(`ADMIN_PASSWORD cannot be used. ${why}`);
    await setUp(deps, { ...admin, ...school, token }, furnish);
    return true;
  });
}
