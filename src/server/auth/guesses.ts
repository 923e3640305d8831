/**
 * Limits for password guesses. A browser that has signed in to the account before is counted separately, by its
 * device cookie (as OWASP recommends). Other browsers are counted by address, so an attacker slows down only this
 * address and not the owner. A second limit counts all addresses together, against an attacker with many addresses.
 */
import { TooMany } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../deps.ts';
import { addToGuessNotice, countTry, deleteTries, findTries } from './auth-queries.ts';
import { digestOf } from './auth-rules.ts';

const day = 24 * 60 * 60 * 1000;
/**
 * After this many wrong passwords in a day from one browser or address, one try is allowed in each `gap`: about 2,900
 * a day.
 */
const mostPasswords = 30;
/** The limit for all addresses together. */
const mostOfAllAddresses = 300;
const gap = 30_000;
/** The owner is notified from this number of wrong tries on. Somebody who tries codes already has the password. */
const notifyAt = { passwords: mostPasswords, codes: 10 };

/**
 * Where guesses come from: a browser that the account knows, any other browser at an address, or a biller. `who` and
 * `address` are parts of the keys under which guesses are counted.
 */
export type Guesser = { who: string; address: string | undefined };

/**
 * `userID`: the owner of the account. User names that do not exist share 4,096 counters, so that made-up names cannot
 * fill the store. To tell such a counter from the one of a real account, an attacker needs 100,000 tries in a day.
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

const tryKey = (what: keyof typeof notifyAt, { who }: Guesser): string => `wrong ${what} of ${who}`;
const guesserAndAddress = ({ who, address }: Guesser): string =>
  address === undefined ? who : `${who} from ${address}`;
const keyOfPlace = (guesser: Guesser): string => `wrong passwords here of ${guesserAndAddress(guesser)}`;
const keyOfAllPlaces = ({ who }: Guesser): string => `wrong passwords anywhere of ${who}`;

/** Throws `TooMany` when many passwords were wrong and another one was tried within the last `gap`. */
export async function refuseTooManyGuesses({ store, now }: Needs, guesser: Guesser): Promise<void> {
  const at = now();
  const isBeyond = async (key: string, most: number): Promise<boolean> =>
    (await findTries(store.db, key, { at, window: day })) >= most;
  const isSlowed = await isBeyond(keyOfPlace(guesser), mostPasswords);
  if (!isSlowed && !(await isBeyond(keyOfAllPlaces(guesser), mostOfAllAddresses))) return;
  const whose = isSlowed ? guesserAndAddress(guesser) : guesser.who;
  const { tries, until } = await countTry(store.db, `turn of ${whose}`, { at, window: gap });
  if (tries > 1) throw new TooMany(failureWords.slowed, secondsUntil(until, at));
}

/**
 * A biller whose password is wrong, at one address. It is counted alone, so guesses from elsewhere never slow down the
 * right password.
 */
export const billerAt = (campusID: number, address: string): Guesser => ({
  who: `biller of campus ${campusID} at ${address}`,
  address: undefined,
});

/** Called after the right password of a biller: from then on its address is not slowed. */
export async function forgetGuesses({ store, now }: Needs, guesser: Guesser): Promise<void> {
  const key = keyOfPlace(guesser);
  // The read is cheap, and nearly every request of a biller has the right password.
  if ((await findTries(store.db, key, { at: now(), window: day })) > 0) await deleteTries(store.db, key);
}

export const secondsUntil = (until: string, at: Date): number =>
  Math.max(1, Math.ceil((Date.parse(until) - at.getTime()) / 1000));

/**
 * Counts a wrong password or code. The owner is notified when there are more wrong tries than typing errors explain.
 * Without a `userID` the account does not exist, so nobody is notified.
 */
export async function noteGuess(
  { store, now }: Needs,
  { guesser, userID, what }: { guesser: Guesser; userID: string | undefined; what: keyof typeof notifyAt },
): Promise<void> {
  const at = now();
  if (what === 'passwords') await countPasswordByPlace({ store, now }, guesser);
  const { tries, until } = await countTry(store.db, tryKey(what, guesser), { at, window: day });
  if (userID === undefined || tries < notifyAt[what]) return;
  // The first notice counts all tries until now, each later one only its own.
  const more = tries === notifyAt[what] ? tries : 1;
  await addToGuessNotice(store.db, userID, {
    passwords: 0,
    codes: 0,
    [what]: more,
    since: new Date(Date.parse(until) - day).toISOString(),
    latest: at.toISOString(),
  });
}

/**
 * Counts a wrong password from a browser or address. Further guesses from an address that is already slowed down do
 * not count toward the limit of all addresses.
 */
async function countPasswordByPlace({ store, now }: Needs, guesser: Guesser): Promise<void> {
  const at = now();
  const { tries } = await countTry(store.db, keyOfPlace(guesser), { at, window: day });
  if (guesser.address !== undefined && tries <= mostPasswords)
    await countTry(store.db, keyOfAllPlaces(guesser), { at, window: day });
}
