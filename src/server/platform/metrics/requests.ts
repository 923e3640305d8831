import type { FastifyInstance } from 'fastify';
import { Histogram, Registry } from 'prom-client';

export const requestMetrics = new Registry();

const requests = new Histogram({
  name: 'qasid_request_seconds',
  help: 'Time until a request was answered, by route and status.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  registers: [requestMetrics],
});

/** Other methods have no route. They are counted as `other`, because a method can be any text. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Counts requests by the pattern of the route. With paths, each number and token would become a label. */
export function countRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const labels = {
      method: methods.includes(method) ? method : 'other',
      route: routeOptions.url ?? 'none',
      status: statusCode,
    };
    requests.observe(labels, elapsedTime / 1000);
  });
}
