/** What people do with their own accounts: sign in, change the password, end sessions. */
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { countFailure } from '../../trail/failed-sign-ins/failed-sign-ins.ts';
import { announceSession } from '../announce.ts';
import {
  endExpiredSessions,
  endOtherSessions,
  endSession,
  endSessionsOf,
  findProof,
  findUserNamed,
  isOfSuspendedSchool,
} from '../auth-queries.ts';
import { guesserOf, noteGuess, refuseTooManyGuesses } from '../guesses.ts';
import { makeHash, matchesHash } from '../password-hash.ts';
import { needGoodPassword, provePassword } from '../passwords/passwords.ts';
import { findPassword, replacePassword } from '../passwords/passwords-queries.ts';
import { recordEndedSessions, recordOwn } from '../record-own.ts';
import type { Proof } from '../scope.ts';
import { type Device, hashPassword, inLine, sessionSeconds } from '../sign-in.ts';
import { needSecondFactor } from '../two-factor/two-factor.ts';
import { endSessionByID, insertSession } from './account-queries.ts';

const userAndCampuses = ({ userID, campuses }: Proof) => ({
  userID,
  campusIDs: campuses.map(({ id }) => id),
});

type SignInSource = { device: Device; browser: string | undefined };
/** `userID`: the user of this name, if one exists. */
type Tried = SignInSource & { userID: string | undefined };
type Credentials = { userName: string; password: string; code?: string | undefined };

const longestUserAgent = 300;

/**
 * The token of a new session. Undefined when the password is wrong. Without a user a password is hashed too, because the
 * time of the answer must not show which names exist. The caller must have its turn in the line.
 */
async function openSession(
  { store: { db }, runtime, now }: Deps,
  { userID, password }: { userID: string | undefined; password: string },
  { userAgent, address }: Device,
): Promise<string | undefined> {
  const hash = userID === undefined ? undefined : await findPassword(db, userID);
  if (userID === undefined || hash === undefined) {
    await makeHash(runtime, password);
    return undefined;
  }
  if (!(await matchesHash(runtime, password, hash))) return undefined;
  const token = runtime.randomBytes(32).toString('base64url');
  const at = now();
  await insertSession(db, {
    id: runtime.randomUUID(),
    token,
    userID,
    now: at.toISOString(),
    expiresAt: new Date(at.getTime() + sessionSeconds * 1000).toISOString(),
    device: { userAgent: userAgent.slice(0, longestUserAgent), address },
  });
  return token;
}

/**
 * Opens a session and removes the user's expired ones. A wrong name, a wrong password, a disabled user and a user
 * without a campus get the same answer. Only somebody with the right password learns that the school is suspended.
 */
async function openCheckedSession(
  deps: Deps,
  user: Credentials,
  { device, browser, userID }: Tried,
): Promise<Proof> {
  const { store, now } = deps;
  const guesser = guesserOf(user.userName, { browser, userID, address: device.address });
  await refuseTooManyGuesses(deps, guesser);
  const openOne = () => openSession(deps, { userID, password: user.password }, device);
  const token = await (browser === undefined
    ? openOne()
    : inLine({ line: 'trusted', owner: userID ?? user.userName }, openOne));
  const at = now().toISOString();
  const proof = token && (await findProof(store.db, token, at));
  if (!proof) {
    const isSuspended = token !== undefined && (await isOfSuspendedSchool(store.db, token));
    if (token) await endSession(store.db, token);
    if (isSuspended) throw new Failure('forbidden', failureWords.schoolSuspended);
    await noteGuess(deps, { guesser, userID, what: 'passwords' });
    throw new Failure('signedOut', failureWords.wrongPassword);
  }
  await needSecondFactor(deps, { userID: proof.userID, code: user.code, guesser }).catch(
    async (error: unknown) => {
      // The token of this session was never sent, so the session is removed.
      await endSession(store.db, proof.token);
      throw error;
    },
  );
  await inTransaction({ db: store.db }, async ({ db }) => {
    await endExpiredSessions(db, proof.userID, at);
    await recordOwn(db, { ...proof, address: device.address }, { what: 'signedIn', at });
  });
  return proof;
}

/**
 * True when the credentials were refused. False when the server only asks for the two-factor code or asks the user to
 * wait.
 */
const isRefused = (error: unknown, { code }: Credentials): boolean =>
  error instanceof Failure &&
  error.code === 'signedOut' &&
  (error.issues === undefined || code !== undefined);

/**
 * Opens a session. Refused credentials are also counted as a failed sign-in, for the trail. The try of an unknown
 * browser must already have its turn in the line.
 */
export async function login(deps: Deps, user: Credentials, from: SignInSource): Promise<Proof> {
  const userID = (await findUserNamed(deps.store.db, user.userName))?.id;
  try {
    return await openCheckedSession(deps, user, { ...from, userID });
  } catch (error) {
    const failed = { userID, address: from.device.address, at: deps.now().toISOString() };
    if (isRefused(error, user)) await countFailure(deps.store.db, failed);
    throw error;
  }
}

/** Ends this session, or all sessions of the user. */
export async function logout(
  deps: Deps,
  proof: Proof,
  { everywhere }: { everywhere: boolean },
): Promise<void> {
  await inTransaction({ db: deps.store.db }, async ({ db }) => {
    if (everywhere) await endSessionsOf(db, proof.userID);
    else await endSession(db, proof.token);
    await recordOwn(db, proof, { what: 'signedOut', at: deps.now().toISOString() });
  });
  announceSession(deps, userAndCampuses(proof));
}

/** Ends all other sessions, because somebody else may know the old password. */
export async function changePassword(
  deps: Deps,
  proof: Proof,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const { userID, token } = proof;
  const before = await provePassword(deps, userID, current);
  await needGoodPassword(password, [proof.userName, proof.name]);
  const hash = await hashPassword(deps, password, userID);
  const now = deps.now().toISOString();
  await inTransaction({ db: deps.store.db }, async ({ db }) => {
    const isChanged = await replacePassword(db, { userID, hash, before, now });
    if (!isChanged) throw new Failure('conflict', failureWords.wrongCurrent);
    await endOtherSessions(db, userID, token);
    await recordOwn(db, proof, { what: 'passwordChanged', at: now });
  });
  announceSession(deps, userAndCampuses(proof));
}

export async function endOwnSession(deps: Deps, proof: Proof, id: string): Promise<void> {
  await inTransaction({ db: deps.store.db }, async ({ db }) => {
    const isEnded = await endSessionByID(db, proof.userID, id);
    if (!isEnded) throw new Failure('notFound', failureWords.notFound);
    await recordEndedSessions(db, proof, { ended: 1, at: deps.now().toISOString() });
  });
  announceSession(deps, userAndCampuses(proof));
}

export async function endOthers(deps: Deps, proof: Proof): Promise<number> {
  const ended = await inTransaction({ db: deps.store.db }, async ({ db }) => {
    const ended = await endOtherSessions(db, proof.userID, proof.token);
    if (ended > 0) await recordEndedSessions(db, proof, { ended, at: deps.now().toISOString() });
    return ended;
  });
  announceSession(deps, userAndCampuses(proof));
  return ended;
}
