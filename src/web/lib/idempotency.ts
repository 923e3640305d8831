/** Idempotency keys: what is pressed or tried again after a lost answer is done once. */
import { Failure } from '#shared/failures.ts';

/** A press of Send: `clientID` is its idempotency key, `content` what it was to send. */
export type Press = { clientID: string; content: string };

/** The last press where the same is sent again, else a new one. */
export const pressOf = (content: string, last: Press | null, makeID: () => string): Press =>
  last?.content === content ? last : { clientID: makeID(), content };

/**
 * Whether a request that failed may have been done all the same, so that its key must stay. A refusal for too many
 * requests speaks of this try alone: one before it may have arrived.
 */
export const mayHaveArrived = (error: unknown): boolean =>
  !(error instanceof Failure) || ['unavailable', 'broken', 'tooMany'].includes(error.code);
