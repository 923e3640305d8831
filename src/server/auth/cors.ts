/** CORS: pages of the listed origins may send requests with an API key, but not with a cookie. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Call, isForKeys } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import type { Config } from '../config.ts';
import { isKey } from './auth-rules.ts';
import { tokenInHeader } from './door.ts';

/** Seconds for which a browser may cache a preflight answer. Chromium caches it for 7200 at most. */
const remembered = '7200';

/** The methods that an API key may use, by path. */
function methodsOfKeys(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const call of (Object.values(calls) as Call[]).filter(isForKeys))
    methods.set(call.path, [...(methods.get(call.path) ?? []), call.method]);
  return methods;
}

const carriesKey = (request: FastifyRequest): boolean => isKey(tokenInHeader(request) ?? '');

/**
 * Browsers send a preflight request without the key, so the server answers it for every path that keys may call.
 * Answers to requests without a key get no CORS header, so only our own pages can read them.
 */
export function allowOrigins(app: FastifyInstance, { corsOrigins = [] }: Pick<Config, 'corsOrigins'>): void {
  if (corsOrigins.length === 0) return;
  const allow = ({ headers }: FastifyRequest) => ({
    vary: 'Origin',
    ...(corsOrigins.includes(headers.origin ?? '') && { 'access-control-allow-origin': headers.origin }),
  });
  for (const [path, methods] of methodsOfKeys())
    app.options(`/api${path}`, { schema: { hide: true } }, async (request, reply) =>
      reply
        .headers({
          ...allow(request),
          'access-control-allow-methods': methods.join(', '),
          'access-control-allow-headers': 'Authorization, Content-Type',
          'access-control-max-age': remembered,
        })
        .code(204)
        .send(),
    );
  app.addHook('onRequest', async (request, reply) => {
    if (!carriesKey(request)) return;
    reply.headers({
      ...allow(request),
      'access-control-expose-headers': 'Retry-After, X-Request-ID, Content-Disposition',
    });
  });
}
