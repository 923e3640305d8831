/** One-time links: whoever opens one chooses the password of the account that it is for. Stored as a digest, used once. */
import { Failure } from '#shared/failures.ts';
import { invitationHours, resetHours } from '#shared/limits.ts';
import { theOperator } from '#shared/trail-kinds.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Db } from '../../db/store.ts';
import { inTransaction } from '../../db/store.ts';
import type { Deps } from '../../deps.ts';
import { recordOfAccount } from '../../trail/actions.ts';
import { listCampusIDs } from '../account/queries.ts';
import { announcePerson } from '../announce.ts';
import { needGoodPassword } from '../passwords/actions.ts';
import { insertPassword, replacePassword } from '../passwords/queries.ts';
import { endSessionsOf, findUserNamed } from '../queries.ts';
import { digestOf } from '../rules.ts';
import { openSignIn } from '../sign-in.ts';
import { deleteTwoFactor } from '../two-factor/queries.ts';
import { findLinkedUser, findSchoolOf, putLink, removeLink, setDisabled, setInvited } from './queries.ts';

export type Link = { token: string; expiresAt: string };
type Maker = Pick<Deps, 'runtime' | 'now'>;

const hour = 60 * 60 * 1000;
const lasts = { invitation: invitationHours * hour, reset: resetHours * hour };

/** Where a browser opens it. The token stands behind the `#`: no server, proxy or log is told it. */
export const addressOfLink = (domain: string, { token }: Link): string => `${domain}/join#${token}`;

/** In the caller's transaction; a link that the user had before opens no more. */
export async function makeLink(
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

/** A password that nobody knows: whoever tries the account learns nothing from how long a refusal takes. */
export async function hashNothing(deps: Pick<Deps, 'store' | 'runtime'>): Promise<string> {
  return (await openSignIn(deps)).hash(deps.runtime.randomBytes(32).toString('base64url'));
}

/** Password, sessions and second factor end, and a link is all that opens the account. `hash` is that of no password. */
export async function resetAccount(
  db: Db,
  maker: Maker,
  { userID, createdBy, hash }: { userID: string; createdBy: string | null; hash: string },
): Promise<Link> {
  const now = maker.now().toISOString();
  // The link before all else, as whoever uses one does: in another order the two would wait for each other.
  const link = await makeLink(db, maker, { userID, createdBy, kind: 'reset' });
  await replacePassword(db, { userID, hash, now });
  await endSessionsOf(db, userID);
  // Whoever has lost the phone gets in by the link alone.
  await deleteTwoFactor(db, userID);
  await setInvited(db, userID, now);
  return link;
}

/** On the computer that Qasid runs on, where nobody can sign in: enables the account too. Undefined: no such user. */
export async function resetUserNamed(
  deps: Pick<Deps, 'store' | 'bus' | 'runtime' | 'now'>,
  userName: string,
): Promise<Link | undefined> {
  const user = await findUserNamed(deps.store.db, userName);
  if (!user) return undefined;
  const hash = await hashNothing(deps);
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

const over = () => new Failure('notFound', failureWords.linkOver);

export async function showLink({ store, now }: Deps, token: string) {
  const user = await findLinkedUser(store.db, digestOf(token), now().toISOString());
  if (!user) throw over();
  return { name: user.name, userName: user.userName, school: await findSchoolOf(store.db, user.userID) };
}

/** Sets the password; of two who open the same link at once one does. Answers whose it is. */
export async function openLink(
  deps: Deps,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<{ userName: string }> {
  const { store } = deps;
  const digest = digestOf(token);
  const user = await findLinkedUser(store.db, digest, deps.now().toISOString());
  if (!user) throw over();
  const { userID, userName } = user;
  await needGoodPassword(password, [userName, user.name, await findSchoolOf(store.db, userID)]);
  const hash = await (await openSignIn(deps)).hash(password);
  const now = deps.now().toISOString();
  await inTransaction({ db: store.db }, async ({ db }) => {
    // Meanwhile it may have been used or replaced; with an account that is disabled its link goes too.
    if (!(await removeLink(db, digest, now))) throw over();
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
