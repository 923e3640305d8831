/**
 * Splits long work on the main thread into steps and yields to the event loop between them, so that requests are
 * answered.
 */
import { setImmediate } from 'node:timers/promises';

/** Lets waiting requests, timers and I/O run before the caller continues. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

/** Steps between two yields. The number is fixed, so that the same work always yields at the same points. */
const stepsPerYield = 4;
/** List items in one step. */
const itemsPerStep = 100;

/**
 * Does the work for each item of a list, a hundred items in a step. If the work for one item is long, it can have steps
 * of its own. Pure.
 */
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

/**
 * Runs the steps, and yields to the event loop between them. Each step must be shorter than a millisecond. Returns
 * their result.
 */
export async function runYielding<T>(steps: Generator<undefined, T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    const step = steps.next();
    if (step.done) return step.value;
    if (count % stepsPerYield === 0) await yieldToEventLoop();
  }
}

/** Does the same as `list.map`, but yields to the event loop. */
export async function mapYielding<T, R>(list: readonly T[], make: (one: T) => R): Promise<R[]> {
  const made: R[] = [];
  await runYielding(
    stepsOf(list, (one) => {
      made.push(make(one));
    }),
  );
  return made;
}
