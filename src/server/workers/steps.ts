/** Long work taken apart, so that whoever carries it out can pause between its steps. Pure. */

/** Of a list so many items are taken in one step: to look at the clock after each would cost as much as the work. */
const perStep = 100;

/** Does the work for each item of a list, a hundred of them in a step; what is long of one item has steps of its own. */
export function* stepsOf<T>(
  list: Iterable<T>,
  work: (one: T) => Generator<undefined, void> | void,
): Generator<undefined, void> {
  let count = 0;
  for (const one of list) {
    yield* work(one) ?? [];
    if (++count % perStep === 0) yield undefined;
  }
}
