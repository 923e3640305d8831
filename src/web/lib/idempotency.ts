/** Idempotency keys: a request repeated after a lost answer takes effect only once. */
import { Failure } from '#shared/failures.ts';

/**
 * One press of a button that saves or sends something. `clientID` is its idempotency key, and `content` is the request
 * as text.
 */
export type Press = { clientID: string; content: string };

/** Returns the last press if the same content is sent again, else a new press. */
export const pressOf = (content: string, last: Press | null, makeID: () => string): Press =>
  last?.content === content ? last : { clientID: makeID(), content };

/**
 * Whether a failed request may have taken effect, so that its key must be kept. After `tooMany` the key is kept too,
 * because an earlier request with the same key may have taken effect.
 */
export const mayHaveArrived = (error: unknown): boolean =>
  !(error instanceof Failure) || ['unavailable', 'broken', 'tooMany'].includes(error.code);
