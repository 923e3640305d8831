/**
 * Guesses at an account. A browser that has signed in to it before counts alone (OWASP calls what it is known by a device
 * cookie), all others by their address: whoever guesses slows that one, and never the owner elsewhere. Those who have
 * many addresses are counted together too, by what each of them may try before it is slowed.
 */
import { TooMany } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../deps.ts';
import { addToGuessNotice, countTry, findTries } from './queries.ts';
import { digestOf } from './rules.ts';

const day = 24 * 60 * 60 * 1000;
/** Beyond so many wrong passwords of a day from one place there is one try in each gap: some 2,900 a day. */
const mostPasswords = 30;
/** The same of all addresses together. */
const mostOfAll = 300;
const gap = 30_000;
/** Of what the owner is told. Whoever tries codes has the password already. */
const told = { passwords: mostPasswords, codes: 10 };

/** Who tries to get in: a browser that is known to the account, or anybody at an address. Counted by these texts. */
export type Guesser = { who: string; address: string | undefined };

/**
 * `userID`: of whose account. Names that nobody has are counted many by one, or whoever makes them up would fill the
 * store; it takes a hundred thousand of them in a day to be told so from an account.
 */
export function guesserOf(
  userName: string,
  { browser, userID, address }: { browser: string | undefined; userID: string | undefined; address: string },
): Guesser {
  if (browser !== undefined) return { who: `browser ${browser}`, address: undefined };
  const account = userID ?? digestOf(userName.toLowerCase()).slice(0, 3);
  return { who: `anybody at ${account}`, address };
}

type Needs = Pick<Deps, 'store' | 'now'>;

const wrong = (what: keyof typeof told, { who }: Guesser): string => `wrong ${what} of ${who}`;
const placeOf = ({ who, address }: Guesser): string =>
  address === undefined ? who : `${who} from ${address}`;
const wrongHere = (guesser: Guesser): string => `wrong passwords here of ${placeOf(guesser)}`;
const wrongAnywhere = ({ who }: Guesser): string => `wrong passwords anywhere of ${who}`;

/** Fails where many passwords were wrong, and another was tried just now. */
export async function needTurn({ store, now }: Needs, guesser: Guesser): Promise<void> {
  const at = now();
  const isBeyond = async (key: string, most: number): Promise<boolean> =>
    (await findTries(store.db, key, { at, window: day })) >= most;
  const isSlowed = await isBeyond(wrongHere(guesser), mostPasswords);
  if (!isSlowed && !(await isBeyond(wrongAnywhere(guesser), mostOfAll))) return;
  const whose = isSlowed ? placeOf(guesser) : guesser.who;
  const { tries, until } = await countTry(store.db, `turn of ${whose}`, { at, window: gap });
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
  if (what === 'passwords') await countPlace({ store, now }, guesser);
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

/** What a slowed address goes on trying does not count against the others. */
async function countPlace({ store, now }: Needs, guesser: Guesser): Promise<void> {
  const at = now();
  const { tries } = await countTry(store.db, wrongHere(guesser), { at, window: day });
  if (guesser.address !== undefined && tries <= mostPasswords)
    await countTry(store.db, wrongAnywhere(guesser), { at, window: day });
}
