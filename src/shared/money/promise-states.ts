/** The states of a promise to pay. */

/** Stored when a promise ends. A promise that was kept before a new one replaced it ends as `kept`. */
const promiseEnds = ['kept', 'withdrawn', 'replaced'] as const;
export type PromiseEnd = (typeof promiseEnds)[number];

/** `open`: until its day has passed. `unkept`: its day has passed, and the money has not come in. */
export const promiseStates = ['open', 'unkept', ...promiseEnds] as const;
export type PromiseState = (typeof promiseStates)[number];
