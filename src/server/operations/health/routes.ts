/** Routes for monitoring: alive, ready, and metrics. They are not part of the API. */
import type { FastifyInstance } from 'fastify';
import { type Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { hasSchool } from '../../auth/setup/setup-queries.ts';
import { version } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { requestMetrics } from '../../platform/metrics/requests.ts';
import { sendingMetrics } from '../../platform/metrics/sending.ts';
import { webhookMetrics } from '../../platform/metrics/webhooks.ts';
import { hasRoom, outboxMetrics, programMetrics } from './health.ts';

function allMetrics(deps: Deps): Registry {
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  // The library begins to count now, so the processor time that the process has already used is added.
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

  // Created at the first request, because monitoring the event loop costs time.
  let metrics: Registry | undefined;
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    metrics ??= allMetrics(deps);
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}
