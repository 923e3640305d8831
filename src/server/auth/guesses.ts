/**
 * Guesses at an account, from however many addresses. They are counted by who makes them: a browser that has signed in to
 * the account before counts alone (OWASP calls what it is known by a device cookie), all others together. Whoever guesses
 * slows the others down, and never the owner where the owner has been before.
 */
import { TooMany } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../deps.ts';
import { addToGuessNotice, countTry, findTries } from './queries.ts';
import { digestOf } from './rules.ts';

const day = 24 * 60 * 60 * 1000;
/** Beyond so many wrong passwords of a day there is one try in each gap: some 2,900 a day. */
const mostPasswords = 30;
const gap = 30_000;
/** Of what the owner is told. Whoever tries codes has the password already. */
const told = { passwords: mostPasswords, codes: 10 };

/** Who tries to get in: a browser that is known to the account, or anybody. Counted by this text. */
export type Guesser = string;

/**
 * `userID`: of whose account. Names that nobody has are counted many by one, or whoever makes them up would fill the
 * store; it takes a hundred thousand of them in a day to be told so from an account.
 */
export function guesserOf(
  userName: string,
  { browser, userID }: { browser: string | undefined; userID: string | undefined },
): Guesser {
  if (browser !== undefined) return `browser ${browser}`;
  return `anybody at ${userID ?? digestOf(userName.toLowerCase()).slice(0, 3)}`;
}

type Needs = Pick<Deps, 'store' | 'now'>;

const wrong = (what: keyof typeof told, guesser: Guesser): string => `wrong ${what} of ${guesser}`;

/** Fails where many passwords were wrong, and another was tried just now. */
export async function needTurn({ store, now }: Needs, guesser: Guesser): Promise<void> {
  const at = now();
  const before = await findTries(store.db, wrong('passwords', guesser), { at, window: day });
  if (before < mostPasswords) return;
  const { tries, until } = await countTry(store.db, `turn of ${guesser}`, { at, window: gap });
  if (tries > 1) throw new TooMany(failureWords.slowed, secondsUntil(until, at));
}

export const secondsUntil = (until: string, at: Date): number =>
  Math.max(1, Math.ceil((Date.parse(until) - at.getTime()) / 1000));

/** Counts a wrong one; the owner is told once they are more than somebody mistypes. Without `userID` there is no owner. */
export async function noteGuess(
  { store, now }: Needs,
  { guesser, userID, what }: { guesser: Guesser; userID: string | undefined; what: keyof typeof told },
): Promise<void> {
  const at = now();
  const { tries, until } = await countTry(store.db, wrong(what, guesser), { at, window: day });
  if (userID === undefined || tries < told[what]) return;
  const more = tries === told[what] ? tries : 1;
  await addToGuessNotice(store.db, userID, {
    passwords: 0,
    codes: 0,
    [what]: more,
    since: new Date(Date.parse(until) - day).toISOString(),
    latest: at.toISOString(),
  });
}
