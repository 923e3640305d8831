import type { FastifyInstance } from 'fastify';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../deps.ts';
import { createCallers, createStorekeeper, readCall } from './actions.ts';
import { largestHook } from './rules.ts';

const url = '/webhooks/whatsapp/:senderID';
type Addressed = { Params: { senderID: string }; Querystring: Record<string, unknown> };

/** Where providers call. No session proves them, but their signature over the very bytes they sent. */
export async function hookRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const callers = createCallers(deps);
  const store = createStorekeeper(deps);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestHook }, (_request, body, done) =>
    done(null, body),
  );

  app.get<Addressed>(url, { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    const { sender, hooks } = await callers(request.params.senderID);
    const answer = hooks.greet?.(sender, request.query);
    if (answer === undefined) throw new Failure('forbidden', failureWords.forbidden);
    return reply.type('text/plain; charset=utf-8').send(answer);
  });

  app.post<Addressed>(
    url,
    { schema: { hide: true }, bodyLimit: largestHook },
    async ({ params, body, headers }, reply) => {
      const caller = await callers(params.senderID);
      const told = readCall(caller, Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers);
      await Promise.all(told.map(store));
      return reply.code(200).send();
    },
  );
}
