/** How often one may say one's own password: somebody else may have got hold of a session. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooMany } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';

const perMinute = 60_000;

/** Fails beyond ten tries of a minute, whichever call they are for. */
export function limitProofs(app: FastifyInstance) {
  const keyGenerator = ({ door }: FastifyRequest): string => `password of ${door?.proof.userID}`;
  const count = app.createRateLimit({ timeWindow: perMinute, max: 10, keyGenerator });
  return async (request: FastifyRequest): Promise<void> => {
    const limit = await count(request);
    if (limit.isAllowed || !limit.isExceeded) return;
    throw new TooMany(failureWords.tooMany, limit.ttlInSeconds);
  };
}
