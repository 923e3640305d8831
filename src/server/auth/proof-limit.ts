/** Limits how often somebody may enter the own password to confirm a change, because the session may be stolen. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooMany } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';

const perMinute = 60_000;

/** Throws `TooMany` beyond ten tries in a minute, over all calls together. */
export function limitProofs(app: FastifyInstance) {
  const keyGenerator = ({ door }: FastifyRequest): string => `password of ${door?.proof.userID}`;
  const count = app.createRateLimit({ timeWindow: perMinute, max: 10, keyGenerator });
  return async (request: FastifyRequest): Promise<void> => {
    const limit = await count(request);
    if (limit.isAllowed || !limit.isExceeded) return;
    throw new TooMany(failureWords.tooMany, limit.ttlInSeconds);
  };
}
