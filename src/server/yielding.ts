/** Long work on the one thread there is: between its steps it yields to the event loop, so that others are answered. */
import { setImmediate } from 'node:timers/promises';

/** Lets whatever waits run first: requests, timers, what has been read. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

/** Steps after which it yields: by their number, so that the same work always yields in the same places. */
const stepsAtOnce = 4;
/** Of a list so many items are taken in one step. */
const itemsPerStep = 100;

/** Does the work for each item of a list, a hundred of them in a step; what is long of one item has steps of its own. Pure. */
export function* stepsOf<T>(
  list: Iterable<T>,
  work: (one: T) => Generator<undefined, void> | void,
): Generator<undefined, void> {
  let count = 0;
  for (const one of list) {
    yield* work(one) ?? [];
    if (++count % itemsPerStep === 0) yield undefined;
  }
}

/** Carries out the steps, each of which takes less than a millisecond; answers what they came to. */
export async function runYielding<T>(steps: Generator<undefined, T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    const step = steps.next();
    if (step.done) return step.value;
    if (count % stepsAtOnce === 0) await yieldToEventLoop();
  }
}

/** As the list's own `map`. */
export async function mapYielding<T, R>(list: readonly T[], make: (one: T) => R): Promise<R[]> {
  const made: R[] = [];
  await runYielding(
    stepsOf(list, (one) => {
      made.push(make(one));
    }),
  );
  return made;
}
