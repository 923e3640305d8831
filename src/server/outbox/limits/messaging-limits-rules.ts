/** Limit on the number of people that all numbers of one portfolio may write to first in any 24 hours. Pure. */

/**
 * Milliseconds for which a person counts: a day, plus the longest time from claim to handover. The provider counts from
 * the time at which it got the message.
 */
export const countedFor = (24 * 3600 + 60) * 1000;

/** Milliseconds after which a waiting message is checked again, because the limit may be raised in the meantime. */
const lookAgainAfter = 3_600_000;

/** Returns when to check a message again, if its place in the limit becomes free at `freeAt`. */
export const lookAgainAt = (freeAt: string, now: Date): string => {
  const soon = new Date(now.getTime() + lookAgainAfter).toISOString();
  return freeAt < soon ? freeAt : soon;
};

/** The state of a limit at one moment. Instants are ISO text. */
export type MessagingLimit = {
  portfolio: string;
  most: number;
  left: number;
  /** Numbers that already count. Another message to such a number uses no place. */
  reached: ReadonlySet<string>;
  /** When to check the messages that wait for a place, one instant for each place that becomes free, in order. */
  freeAt: readonly string[];
  /** When to check the messages that wait for a place that is taken now. */
  nextFreeAt: string;
};

export const countsSince = (now: Date): string => new Date(now.getTime() - countedFor).toISOString();
export const freeFrom = (reachedAt: string): string =>
  new Date(Date.parse(reachedAt) + countedFor).toISOString();

/** Calculates which place the last of this many more people gets, and after how many full rounds of all places. */
export function lastPlace(people: number, { most, used }: { most: number; used: number }) {
  const places = Math.max(1, most);
  const rounds = Math.floor((people - 1) / places);
  const free = Math.max(0, places - used);
  const inRound = (people - 1) % places;
  // In every round the places that are free now come first, and then the used ones in the order in which they become
  // free.
  return { rounds, place: inRound < free ? undefined : inRound - free + Math.max(0, used - places) };
}
