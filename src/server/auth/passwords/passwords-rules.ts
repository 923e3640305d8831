/** Passwords that are refused because attackers try them first. */
import { failureWords } from '#shared/words/failures.ts';

/** The most frequent words in published lists of stolen passwords, without the digits and signs that people append. */
const common =
  /^(pass?w[o0]rd|p@ssw[o0]rd|admin|administrator|qwerty(uiop)?|asdfghjkl?|abcd?|iloveyou|welcome|letmein|choose-?your-?own|pakistan|school|qasid)$/;
const behind = /[\d\s!@#$%&*._-]*$/;
/** One character repeated, or digits in order. */
const isRow = (text: string): boolean =>
  /^(.)\1*$/.test(text) || '01234567890123456789'.includes(text) || '98765432109876543210'.includes(text);

const plain = (text: string): string => text.toLowerCase().replace(/[\s._-]/g, '');

/** Why the password is refused; undefined when it is accepted. `names`: well-known names of the school and the user. */
export function whyPasswordIsWeak(
  { password }: { password: string },
  names: readonly string[],
): string | undefined {
  const word = password.toLowerCase().replace(behind, '');
  if (common.test(word) || isRow(password)) return failureWords.commonPassword;
  const isName = names
    .map(plain)
    .some((name) => name !== '' && [plain(password), plain(word)].includes(name));
  return isName ? failureWords.ownPassword : undefined;
}
