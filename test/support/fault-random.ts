/** Repeatable random numbers: the same seed gives the same numbers (mulberry32). */
export type Chance = {
  /** From 0 to below 1. */
  next: () => number;
  /** A whole number from `least` to `most`, both included. */
  whole: (least: number, most: number) => number;
  /** True with this probability. */
  happens: (share: number) => boolean;
};

export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    happens: (share) => next() < share,
  };
}

/** A random item of the list, or undefined when it is empty. */
export const one = <T>(chance: Chance, list: readonly T[]): T | undefined =>
  list[chance.whole(0, list.length - 1)];
