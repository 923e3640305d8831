/** For whoever watches over the program: alive, ready, and its metrics. Not part of the API. */
import type { FastifyInstance } from 'fastify';
import { type Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { hasSchool } from '../auth/setup/queries.ts';
import { version } from '../config.ts';
import type { Deps } from '../deps.ts';
import { requestMetrics } from '../metrics/requests.ts';
import { sendingMetrics } from '../metrics/sending.ts';
import { webhookMetrics } from '../metrics/webhooks.ts';
import { hasRoom, outboxMetrics, programMetrics } from './actions.ts';

function allMetrics(deps: Deps): Registry {
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  // The library counts from here on, and what it is asked for is that of the whole process.
  const { user, system } = process.cpuUsage();
  const used = { process_cpu_seconds_total: user + system, process_cpu_user_seconds_total: user };
  for (const [name, microseconds] of Object.entries({ ...used, process_cpu_system_seconds_total: system }))
    (ofProcess.getSingleMetric(name) as Counter | undefined)?.inc(microseconds / 1e6);
  return Registry.merge([
    ofProcess,
    programMetrics(deps),
    outboxMetrics(deps),
    sendingMetrics,
    webhookMetrics,
    requestMetrics,
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
  let metrics: Registry | undefined;
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    metrics ??= allMetrics(deps);
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}
