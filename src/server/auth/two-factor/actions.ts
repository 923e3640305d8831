/** The second factor: an authenticator app is linked, asked at sign-in, and taken away. */
import { Failure, TooMany } from '#shared/failures.ts';
import { recoveryCodes } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import { inTransaction } from '../../db/store.ts';
import type { Deps } from '../../deps.ts';
import { type Guesser, noteGuess, secondsUntil } from '../guesses.ts';
import { countTry, deleteTries } from '../queries.ts';
import { recordOwn } from '../record-own.ts';
import { digestOf } from '../rules.ts';
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
} from './queries.ts';
import { findStep, isTimeCode, plainCode, recoveryBytes, recoveryCodeOf, toBase32, uriOf } from './rules.ts';

/** As long as the digest that it is used with (RFC 4226, section 4). */
const secretBytes = 20;
/** By whoever has the password: of a million codes three count at a time. */
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

/** A secret for an app to take over; it counts from its first code on. */
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

/** Undefined where the key is another one by now: then recovery codes open the account, or an administrator does. */
function openSecret({ vault }: Pick<Deps, 'vault'>, sealed: string): Buffer | undefined {
  const secret = vault.open(sealed);
  return secret === undefined ? undefined : Buffer.from(secret, 'base64');
}

function makeCodes({ runtime }: Pick<Deps, 'runtime'>) {
  const codes = Array.from({ length: recoveryCodes }, () =>
    recoveryCodeOf(runtime.randomBytes(recoveryBytes)),
  );
  return { codes, digests: codes.map((code) => digestOf(plainCode(code))) };
}

/** Turns it on by the app's first code; answers the recovery codes, which are shown only now. */
export async function confirm(deps: Deps, proof: Proof, code: string): Promise<string[]> {
  const { store, now } = deps;
  const { userID } = proof;
  const found = await findTwoFactor(store.db, userID);
  if (!found || found.isOn) throw new Failure('conflict', failureWords.twoFactorNotBegun);
  const secret = openSecret(deps, found.secret);
  // Begun with another key: begun anew, it is sealed with this one.
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

/** Others in place of those there were. */
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

/** Nothing is asked for beside the password from now on. */
export async function turnOff({ store, now }: Deps, proof: Proof): Promise<void> {
  await inTransaction({ db: store.db }, async ({ db }) => {
    await deleteTwoFactor(db, proof.userID);
    await recordOwn(db, proof, { what: 'twoFactorOff', at: now().toISOString() });
  });
}

type Tried = { userID: string; code: string; guesser: Guesser };

/** Not a wrong code: no code can be told right from wrong, so none counts as a guess. */
function refuseSealed({ log }: Pick<Deps, 'log'>): never {
  log.error('two-factor secrets cannot be read: SECRET_KEY or secret.key is missing or another one');
  const message = failureWords.twoFactorSealed;
  throw new Failure('conflict', message, [{ path: 'code', message }]);
}

/**
 * A code of the app, of which a million could be tried. Who guesses uses up the tries of all browsers that the account
 * does not know, and not those of the owner's.
 */
async function takeTimeCode(deps: Deps, { userID, code, guesser }: Tried, sealed: string): Promise<boolean> {
  const { db } = deps.store;
  const secret = openSecret(deps, sealed) ?? refuseSealed(deps);
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
 * At sign-in, after the password: fails without the code of one who has a second factor. A code is taken once. Recovery
 * codes are of 80 bits, so that as many may be tried as there is time for: they get the owner in whoever else tries.
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
