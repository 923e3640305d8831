/** Different people who may be written to first in any 24 hours, by all numbers of one portfolio together. Pure. */

/**
 * Milliseconds for which a person counts: a day, and as long as a claimed message may take to be handed over, since
 * the provider counts from when it got it.
 */
export const countedFor = (24 * 3600 + 60) * 1000;

/**
 * Milliseconds after which whoever waits longer is looked at again: a limit may be raised meanwhile.
 */
const lookAgainAfter = 3_600_000;

/** When to look again at one whose place becomes free at that instant. */
export const lookAgainAt = (freeAt: string, now: Date): string => {
  const soon = new Date(now.getTime() + lookAgainAfter).toISOString();
  return freeAt < soon ? freeAt : soon;
};

/** One moment's view of a limit. Instants are ISO text. */
export type MessagingLimit = {
  portfolio: string;
  most: number;
  left: number;
  /** They count already: another message to them costs nothing. */
  reached: ReadonlySet<string>;
  /** When to look for the places that become free next, the first first, as far as anybody waits for them. */
  freeAt: readonly string[];
  /** When to look for those that are taken now. */
  nextFreeAt: string;
};

export const countsSince = (now: Date): string => new Date(now.getTime() - countedFor).toISOString();
export const freeFrom = (reachedAt: string): string =>
  new Date(Date.parse(reachedAt) + countedFor).toISOString();

/** Of so many people more, which place the last of them gets, and after how many whole rounds of all places. */
export function lastPlace(people: number, { most, used }: { most: number; used: number }) {
  const places = Math.max(1, most);
  const rounds = Math.floor((people - 1) / places);
  const free = Math.max(0, places - used);
  const inRound = (people - 1) % places;
  // Places that are free now come first in every round, and then those that are used, as they become free.
  return { rounds, place: inRound < free ? undefined : inRound - free + Math.max(0, used - places) };
}
