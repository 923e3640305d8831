/** Checks of passwords: whether a new one is good enough, and whether a given one is right. */
import { readFile } from 'node:fs/promises';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { isPassword } from '../sign-in.ts';
import { findPassword } from './passwords-queries.ts';

/** The most frequent words in published lists of stolen passwords, without the digits and signs that people append. */
const common =
  /^(pass?w[o0]rd|p@ssw[o0]rd|admin|administrator|qwerty(uiop)?|asdfghjkl?|abcd?|iloveyou|welcome|letmein|choose-?your-?own|pakistan|school|qasid)$/;
const behind = /[\d\s!@#$%&*._-]*$/;
/** One repeated character, or digits in order. */
const isSequence = (text: string): boolean =>
  /^(.)\1*$/.test(text) || '01234567890123456789'.includes(text) || '98765432109876543210'.includes(text);

const plain = (text: string): string => text.toLowerCase().replace(/[\s._-]/g, '');

/** Why the password is refused; undefined when it is accepted. `names`: well-known names of the school and the user. */
export function whyPasswordIsWeak(
  { password }: { password: string },
  names: readonly string[],
): string | undefined {
  const word = password.toLowerCase().replace(behind, '');
  if (common.test(word) || isSequence(password)) return failureWords.commonPassword;
  const isName = names
    .map(plain)
    .some((name) => name !== '' && [plain(password), plain(word)].includes(name));
  return isName ? failureWords.ownPassword : undefined;
}

const listed = new URL('../common-passwords.txt', import.meta.url);

/** The file is read each time. People rarely choose a password, so keeping the list in memory would waste memory. */
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
  const isRight = hash !== undefined && (await isPassword(deps, current, { userID, hash }));
  if (isRight) return hash;
  const message = failureWords.wrongCurrent;
  throw new Failure('invalid', message, [{ path: 'current', message }]);
}
