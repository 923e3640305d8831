/** For whoever watches over the program: alive, ready, and its figures. Not part of the API. */
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { Failure } from '#shared/failures.ts';
import { messageStates } from '#shared/message-states.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../deps.ts';
import { countAllByState } from '../outbox/queries.ts';
import { hasSchool } from '../setup/queries.ts';

function figuresOf({ store }: Deps): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const messages = new Gauge({
    name: 'qasid_messages',
    help: 'Messages by state, over all campuses.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await countAllByState(store.db);
      // Every state each time: one that no message is in any more would keep its last figure.
      for (const state of messageStates) messages.set({ state }, 0);
      for (const { status, count } of counts) messages.set({ state: status }, count);
    },
  });
  return registry;
}

export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ alive: true }));

  app.get('/readyz', { schema: { hide: true } }, async () => {
    await hasSchool(deps.store.db).catch(() => {
      throw new Failure('unavailable', failureWords.unavailable);
    });
    return { ready: true };
  });

  let registry: Registry | undefined;
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    registry ??= figuresOf(deps);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
