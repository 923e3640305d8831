/** Long work without a statement in it: while it goes on, other requests and the workers get their turn. */
import { setImmediate as turn } from 'node:timers/promises';
import { stepsOf } from './steps.ts';

/** Milliseconds after which others get their turn. */
const longestStretch = 10;

/** Carries out the steps, each of which takes less than a millisecond; answers what they came to. */
export async function inStretches<T>(steps: Generator<undefined, T>): Promise<T> {
  let turnedAt = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() - turnedAt < longestStretch) continue;
    await turn();
    turnedAt = performance.now();
  }
}

/** As the list's own `map`. */
export async function mapInStretches<T, R>(list: readonly T[], make: (one: T) => R): Promise<R[]> {
  const made: R[] = [];
  await inStretches(
    stepsOf(list, (one) => {
      made.push(make(one));
    }),
  );
  return made;
}
