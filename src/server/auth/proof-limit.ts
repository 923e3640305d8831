/**
 * Limits how often a user may confirm a change with the password, because somebody else may have stolen the session.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooMany } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';

const perMinute = 60_000;

/** Throws `TooMany` after ten tries in a minute, counted over all calls together. */
export function limitProofs(app: FastifyInstance) {
  const keyGenerator = ({ door }: FastifyRequest): string => `password of ${door?.proof.userID}`;
  const count = app.createRateLimit({ timeWindow: perMinute, max: 10, keyGenerator });
  return async (request: FastifyRequest): Promise<void> => {
    const limit = await count(request);
    if (limit.isAllowed || !limit.isExceeded) return;
    throw new TooMany(failureWords.tooMany, limit.ttlInSeconds);
  };
}
