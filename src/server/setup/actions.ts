/** The first school: by the page behind the one-time link, or by ADMIN_PASSWORD without a page. */
import { randomBytes } from 'node:crypto';
import { Failure } from '#shared/failures.ts';
import { allRights } from '#shared/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import { starterTemplates } from '#shared/words/fee-templates.ts';
import { login } from '../account/actions.ts';
import { addMembership } from '../auth/queries.ts';
import { type Proof, scopeOfRow } from '../auth/scope.ts';
import { type NewUser, signInOf } from '../auth/sign-in.ts';
import { StartFailure } from '../db/start-failure.ts';
import { inTransaction } from '../db/transaction.ts';
import { fillDemoSchool } from '../demo/actions.ts';
import type { Deps } from '../deps.ts';
import { insertTemplates } from '../templates/queries.ts';
import {
  createSchool,
  hasSchool,
  keepSetting,
  removeUsersBeforeFirstSchool,
  takeSetting,
} from './queries.ts';
import { whyWeak } from './rules.ts';

const tokenSetting = 'setupToken';

export type FirstSchool = NewUser & { school: string; campus: string; demo: boolean };

/** The one-time token of the set-up link; undefined when there is a school already. */
export async function setupToken({ store }: Deps): Promise<string | undefined> {
  if (await hasSchool(store.db)) return undefined;
  return keepSetting(store.db, tokenSetting, randomBytes(24).toString('base64url'));
}

async function createFirstSchool(deps: Deps, first: FirstSchool, userID: string): Promise<void> {
  const now = deps.now().toISOString();
  await inTransaction({ db: deps.store.db }, async ({ db }) => {
    const campus = await createSchool(db, { slug: 'main', name: first.school, campus: first.campus, now });
    await addMembership(db, { userID, campusID: campus.id, rights: allRights });
    const scope = scopeOfRow(db, campus, userID);
    await insertTemplates(
      scope,
      starterTemplates.map((template) => ({ ...template })),
      now,
    );
    if (first.demo) await fillDemoSchool(scope, deps.now());
  });
}

/** Creates the school and signs its administrator in. The token works once. */
export async function setUp(deps: Deps, first: FirstSchool & { token: string }): Promise<Proof> {
  if (await hasSchool(deps.store.db)) throw new Failure('conflict', failureWords.setupDone);
  if (!(await takeSetting(deps.store.db, tokenSetting, first.token)))
    throw new Failure('forbidden', failureWords.setupToken);
  try {
    await removeUsersBeforeFirstSchool(deps.store.db);
    const userID = await (await signInOf(deps.store.db)).createUser(first);
    if (!userID) throw new Failure('conflict', failureWords.nameTaken);
    await createFirstSchool(deps, first, userID);
  } catch (error) {
    await keepSetting(deps.store.db, tokenSetting, first.token);
    throw error;
  }
  return login(deps, first);
}

/** On an empty database with ADMIN_PASSWORD: school `main`, campus 1 and the administrator `admin`. */
export async function setUpWithPassword(deps: Deps, password: string, demo: boolean): Promise<void> {
  const admin = { userName: 'admin', password, name: 'Administrator' };
  const school = { school: 'Main School', campus: 'Main Campus', demo };
  // A web process and a worker that are started together find the same empty database.
  await deps.store.alone(async () => {
    const token = await setupToken(deps);
    if (!token) return;
    const why = whyWeak(admin, [admin.userName, admin.name]);
    if (why) throw new StartFailure(`ADMIN_PASSWORD cannot be used. ${why}`);
    await setUp(deps, { ...admin, ...school, token });
  });
}
