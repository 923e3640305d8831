/** The second factor: links an authenticator app, checks its code at sign-in, and turns it off. */
import { Failure, TooMany } from '#shared/failures.ts';
import { recoveryCodes } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { countTry, deleteTries } from '../auth-queries.ts';
import { digestOf } from '../auth-rules.ts';
import { type Guesser, noteGuess, secondsUntil } from '../guesses.ts';
import { recordOwn } from '../record-own.ts';
import type { Proof } from '../scope.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  countRecoveryCodes,
  deleteTwoFactor,
  findTwoFactor,
  putRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from './two-factor-queries.ts';
import {
  findStep,
  isTimeCode,
  plainCode,
  recoveryBytes,
  recoveryCodeOf,
  toBase32,
  uriOf,
} from './two-factor-rules.ts';

/** The length of the secret in bytes, as long as a SHA-1 digest (RFC 4226, section 4). */
const secretBytes = 20;
/**
 * How many codes may be tried within `triesWindow`. The limit is low because a person who tries codes already has the
 * password, and three of the million possible codes are valid at any time.
 */
const mostTries = 10;
const triesWindow = 15 * 60 * 1000;

const wrongCode = (message: string) => new Failure('invalid', message, [{ path: 'code', message }]);
const refused = (message: string) => new Failure('signedOut', message, [{ path: 'code', message }]);

export async function showTwoFactor({ store }: Pick<Deps, 'store'>, userID: string) {
  const found = await findTwoFactor(store.db, userID);
  return {
    isOn: found?.isOn ?? false,
    recoveryCodes: found?.isOn ? await countRecoveryCodes(store.db, userID) : 0,
  };
}

/** Creates a secret for an authenticator app. It takes effect with the app's first code. */
export async function begin(
  { store, runtime, vault, now }: Deps,
  { userID, userName }: { userID: string; userName: string },
): Promise<{ secret: string; uri: string }> {
  const secret = runtime.randomBytes(secretBytes);
  const sealed = vault.seal(secret.toString('base64'));
  const isBegun = await beginTwoFactor(store.db, { userID, secret: sealed, now: now().toISOString() });
  if (!isBegun) throw new Failure('conflict', failureWords.twoFactorOn);
  return { secret: toBase32(secret), uri: uriOf(secret, userName) };
}

/**
 * Undefined when the secret was sealed with another key. The user can then sign in only with a recovery code or with
 * the help of an administrator.
 */
function unsealSecret({ vault }: Pick<Deps, 'vault'>, sealed: string): Buffer | undefined {
  const secret = vault.open(sealed);
  return secret === undefined ? undefined : Buffer.from(secret, 'base64');
}

function makeCodes({ runtime }: Pick<Deps, 'runtime'>) {
  const codes = Array.from({ length: recoveryCodes }, () =>
    recoveryCodeOf(runtime.randomBytes(recoveryBytes)),
  );
  return { codes, digests: codes.map((code) => digestOf(plainCode(code))) };
}

/** Turns two-factor on with the app's first code. Returns the recovery codes, which are shown only once. */
export async function confirm(deps: Deps, proof: Proof, code: string): Promise<string[]> {
  const { store, now } = deps;
  const { userID } = proof;
  const found = await findTwoFactor(store.db, userID);
  if (!found || found.isOn) throw new Failure('conflict', failureWords.twoFactorNotBegun);
  const secret = unsealSecret(deps, found.secret);
  // The secret was sealed with another key. If the user begins again, a new secret is sealed with the present key.
  if (!secret) throw new Failure('conflict', failureWords.twoFactorNotBegun);
  const step = findStep(plainCode(code), secret, now());
  if (step === undefined) throw wrongCode(failureWords.wrongCode);
  const { codes, digests } = makeCodes(deps);
  await inTransaction({ db: store.db }, async ({ db }) => {
    const at = now().toISOString();
    const isFirst = await confirmTwoFactor(db, { userID, step, now: at });
    if (!isFirst) throw new Failure('conflict', failureWords.twoFactorOn);
    await putRecoveryCodes(db, userID, digests);
    await recordOwn(db, proof, { what: 'twoFactorOn', at });
  });
  return codes;
}

/** Replaces the recovery codes. */
export async function renewCodes(deps: Deps, proof: Proof): Promise<string[]> {
  const { userID } = proof;
  const found = await findTwoFactor(deps.store.db, userID);
  if (!found?.isOn) throw new Failure('conflict', failureWords.twoFactorNotBegun);
  const { codes, digests } = makeCodes(deps);
  await inTransaction({ db: deps.store.db }, async ({ db }) => {
    await putRecoveryCodes(db, userID, digests);
    await recordOwn(db, proof, { what: 'recoveryCodesRenewed', at: deps.now().toISOString() });
  });
  return codes;
}

/** Turns two-factor off, so that sign-in asks only for the password. */
export async function turnOff({ store, now }: Deps, proof: Proof): Promise<void> {
  await inTransaction({ db: store.db }, async ({ db }) => {
    await deleteTwoFactor(db, proof.userID);
    await recordOwn(db, proof, { what: 'twoFactorOff', at: now().toISOString() });
  });
}

type Tried = { userID: string; code: string; guesser: Guesser };

/**
 * Throws when the secret cannot be read. No code can be checked without it, so this does not count as a wrong guess.
 */
function refuseUnreadableSecret({ log }: Pick<Deps, 'log'>): never {
  log.error('two-factor secrets cannot be read: SECRET_KEY or secret.key is missing or has changed');
  const message = failureWords.twoFactorSealed;
  throw new Failure('conflict', message, [{ path: 'code', message }]);
}

/**
 * Accepts a code of the app. There are only a million codes, so tries are limited. An attacker uses up the tries of
 * unknown browsers, not those of the owner's known browser.
 */
async function takeTimeCode(deps: Deps, { userID, code, guesser }: Tried, sealed: string): Promise<boolean> {
  const { db } = deps.store;
  const secret = unsealSecret(deps, sealed) ?? refuseUnreadableSecret(deps);
  const key = `code of ${userID} by ${guesser.who}`;
  const at = deps.now();
  const { tries, until } = await countTry(db, key, { at, window: triesWindow });
  if (tries > mostTries) throw new TooMany(failureWords.tooManyCodes, secondsUntil(until, at));
  const step = findStep(code, secret, at);
  const isTaken = step !== undefined && (await takeStep(db, userID, step));
  if (isTaken) await deleteTries(db, key);
  return isTaken;
}

/**
 * Called at sign-in after the password was checked. If two-factor is on, it throws unless the code is valid. Each
 * code works once. Recovery codes have 80 bits, so their tries need no limit, and the owner can sign in with one
 * during an attack.
 */
export async function needSecondFactor(
  deps: Deps,
  { userID, code, guesser }: { userID: string; code: string | undefined; guesser: Guesser },
): Promise<void> {
  const found = await findTwoFactor(deps.store.db, userID);
  if (!found?.isOn) return;
  if (!code) throw refused(failureWords.codeNeeded);
  const tried = { userID, code: plainCode(code), guesser };
  const isTaken = isTimeCode(tried.code)
    ? await takeTimeCode(deps, tried, found.secret)
    : await takeRecoveryCode(deps.store.db, userID, digestOf(tried.code));
  if (isTaken) return;
  await noteGuess(deps, { guesser, userID, what: 'codes' });
  throw refused(failureWords.wrongCode);
}
