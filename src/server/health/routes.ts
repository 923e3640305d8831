/** For whoever watches over the program: alive, ready, and its figures. Not part of the API. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { version } from '../config.ts';
import type { Deps } from '../deps.ts';
import { hookFigures } from '../figures/hooks.ts';
import { requestFigures } from '../figures/requests.ts';
import { sendingFigures } from '../figures/sending.ts';
import { hasSchool } from '../setup/queries.ts';
import { hasRoom, outboxFigures, placeFigures } from './actions.ts';

function allFigures(deps: Deps): Registry {
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return Registry.merge([
    ofProcess,
    placeFigures(deps),
    outboxFigures(deps),
    sendingFigures,
    hookFigures,
    requestFigures,
  ]);
}

export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ alive: true, version }));

  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (!deps.readiness.ask()) throw new Failure('unavailable', failureWords.stopping);
    await hasSchool(deps.store.db).catch(() => {
      throw new Failure('unavailable', failureWords.unavailable);
    });
    if (!(await hasRoom(deps))) throw new Failure('unavailable', failureWords.noRoom);
    return { ready: true, version };
  });

  // Made when somebody first asks: watching the event loop has its price.
  let figures: Registry | undefined;
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    figures ??= allFigures(deps);
    return reply.type(figures.contentType).send(await figures.metrics());
  });
}
