/** Checks of passwords: whether a new one is good enough, and whether a given one is right. */
import { readFile } from 'node:fs/promises';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { openSignIn } from '../sign-in.ts';
import { findPassword } from './passwords-queries.ts';
import { whyPasswordIsWeak } from './passwords-rules.ts';

const listed = new URL('../common-passwords.txt', import.meta.url);

/** The file is read each time: people rarely choose a password, and an idle server need not hold the list. */
async function isListed(password: string): Promise<boolean> {
  const text = await readFile(listed, 'utf8');
  return text.includes(`\n${password.toLowerCase()}\n`);
}

/** Why the password is refused; undefined when it is accepted. `names`: well-known names of the school and the user. */
export async function findWeakness(password: string, names: readonly string[]): Promise<string | undefined> {
  const isCommon = await isListed(password);
  return isCommon ? failureWords.commonPassword : whyPasswordIsWeak({ password }, names);
}

/** Throws when the password is too weak. */
export async function needGoodPassword(password: string, names: readonly string[]): Promise<void> {
  const why = await findWeakness(password, names);
  if (why) throw new Failure('invalid', why, [{ path: 'password', message: why }]);
}

/** Throws unless this is the user's password. Returns its hash. */
export async function provePassword(
  deps: Pick<Deps, 'store' | 'runtime'>,
  userID: string,
  current: string,
): Promise<string> {
  const hash = await findPassword(deps.store.db, userID);
  const signIn = await openSignIn(deps);
  const isRight = hash !== undefined && (await signIn.isPassword(current, hash));
  if (isRight) return hash;
  const message = failureWords.wrongCurrent;
  throw new Failure('invalid', message, [{ path: 'current', message }]);
}
