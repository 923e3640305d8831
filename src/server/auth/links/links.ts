/**
 * One-time links: the person who opens a link chooses the password of the account. A link works once. Only its digest
 * is stored.
 */
import { Failure } from '#shared/failures.ts';
import { invitationHours, resetHours } from '#shared/limits.ts';
import { theOperator } from '#shared/trail-kinds.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/db/store.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { recordOfAccount } from '../../trail/trail.ts';
import { listCampusIDs } from '../account/account-queries.ts';
import { announcePerson } from '../announce.ts';
import { endSessionsOf, findUserNamed } from '../auth-queries.ts';
import { digestOf } from '../auth-rules.ts';
import { needGoodPassword } from '../passwords/passwords.ts';
import { insertPassword, replacePassword } from '../passwords/passwords-queries.ts';
import { hashPassword } from '../sign-in.ts';
import { deleteTwoFactor } from '../two-factor/two-factor-queries.ts';
import {
  findLinkedUser,
  findSchoolOf,
  putLink,
  removeLink,
  setDisabled,
  setInvited,
} from './links-queries.ts';

export type Link = { token: string; expiresAt: string };
type Maker = Pick<Deps, 'runtime' | 'now'>;

const hour = 60 * 60 * 1000;
const lasts = { invitation: invitationHours * hour, reset: resetHours * hour };

/** The address that a browser opens. The token comes after the `#`, so no server, proxy or log sees it. */
export const addressOfLink = (domain: string, { token }: Link): string => `${domain}/join#${token}`;

/** Runs in the caller's transaction. An earlier link of the user stops working. */
export async function makeAccountLink(
  db: Db,
  { runtime, now }: Maker,
  { userID, createdBy, kind }: { userID: string; createdBy: string | null; kind: keyof typeof lasts },
): Promise<Link> {
  const token = runtime.randomBytes(32).toString('base64url');
  const at = now();
  const expiresAt = new Date(at.getTime() + lasts[kind]).toISOString();
  await putLink(db, { userID, digest: digestOf(token), createdAt: at.toISOString(), createdBy, expiresAt });
  return { token, expiresAt };
}

/**
 * The hash of a random password that nobody knows. With such a hash, a refused sign-in takes as long as for any other
 * account.
 */
export const hashRandomPassword = (deps: Pick<Deps, 'runtime'>): Promise<string> =>
  hashPassword(deps, deps.runtime.randomBytes(32).toString('base64url'), '');

/**
 * Removes password, sessions and second factor, so that only a link opens the account. `hash` comes from
 * `hashRandomPassword`.
 */
export async function resetAccount(
  db: Db,
  maker: Maker,
  { userID, createdBy, hash }: { userID: string; createdBy: string | null; hash: string },
): Promise<Link> {
  const now = maker.now().toISOString();
  // The link comes first, as in `openLink`. With another order the two functions could cause a deadlock.
  const link = await makeAccountLink(db, maker, { userID, createdBy, kind: 'reset' });
  await replacePassword(db, { userID, hash, now });
  await endSessionsOf(db, userID);
  // Removes the second factor too, because the person may have lost the phone.
  await deleteTwoFactor(db, userID);
  await setInvited(db, userID, now);
  return link;
}

/**
 * Resets the account of this user name and enables it. Used at the command line when nobody can sign in. Returns
 * undefined when there is no such user.
 */
export async function resetUserNamed(
  deps: Pick<Deps, 'store' | 'bus' | 'runtime' | 'now'>,
  userName: string,
): Promise<Link | undefined> {
  const user = await findUserNamed(deps.store.db, userName);
  if (!user) return undefined;
  const hash = await hashRandomPassword(deps);
  const link = await inTransaction({ db: deps.store.db }, async ({ db }) => {
    const link = await resetAccount(db, deps, { userID: user.id, createdBy: null, hash });
    await setDisabled(db, user.id, null);
    await recordOfAccount({ ...theOperator, db }, user.id, {
      what: 'personReset',
      at: deps.now().toISOString(),
      about: { kind: 'person', id: user.id, name: user.name },
    });
    return link;
  });
  announcePerson(deps, { userID: user.id, campusIDs: await listCampusIDs(deps.store.db, user.id) });
  return link;
}

const linkIsOver = () => new Failure('notFound', failureWords.linkOver);

export async function showLink({ store, now }: Deps, token: string) {
  const user = await findLinkedUser(store.db, digestOf(token), now().toISOString());
  if (!user) throw linkIsOver();
  return { name: user.name, userName: user.userName, school: await findSchoolOf(store.db, user.userID) };
}

/**
 * Sets the password and returns the user name. If two people open the same link at the same time, only one succeeds.
 */
export async function openLink(
  deps: Deps,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<{ userName: string }> {
  const { store } = deps;
  const digest = digestOf(token);
  const user = await findLinkedUser(store.db, digest, deps.now().toISOString());
  if (!user) throw linkIsOver();
  const { userID, userName } = user;
  await needGoodPassword(password, [userName, user.name, await findSchoolOf(store.db, userID)]);
  const hash = await hashPassword(deps, password, userID);
  const now = deps.now().toISOString();
  await inTransaction({ db: store.db }, async ({ db }) => {
    // The link may have been used or replaced in the meantime. Disabling an account also removes its link.
    if (!(await removeLink(db, digest, now))) throw linkIsOver();
    if (!(await replacePassword(db, { userID, hash, now })))
      await insertPassword(db, { id: deps.runtime.randomUUID(), userID, hash, now });
    await endSessionsOf(db, userID);
    await setInvited(db, userID, null);
    const { name } = user;
    await recordOfAccount({ actor: { kind: 'user', id: userID, name }, address, db }, userID, {
      what: 'linkOpened',
      at: now,
      about: { kind: 'person', id: userID, name },
    });
  });
  announcePerson(deps, { userID, campusIDs: await listCampusIDs(store.db, userID) });
  return { userName };
}
