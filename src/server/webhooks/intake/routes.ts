import type { FastifyInstance } from 'fastify';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { createCallers, createWebhookStore, largestBody, toWebhooks } from './intake.ts';

const url = '/webhooks/whatsapp/:senderID';
type Addressed = { Params: { senderID: string }; Querystring: Record<string, unknown> };

/**
 * The routes for the webhooks of providers. They need no session, because the signature of the raw bytes proves who
 * calls.
 */
export async function webhookRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const findCaller = createCallers(deps);
  const store = createWebhookStore(deps);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBody }, (_request, body, done) =>
    done(null, body),
  );

  app.get<Addressed>(url, { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    const { sender, webhooks } = await findCaller(request.params.senderID);
    const answer = webhooks.answerChallenge?.(sender, request.query);
    if (answer === undefined) throw new Failure('forbidden', failureWords.forbidden);
    return reply.type('text/plain; charset=utf-8').send(answer);
  });

  app.post<Addressed>(
    url,
    { schema: { hide: true }, bodyLimit: largestBody },
    async ({ params, body, headers }, reply) => {
      const caller = await findCaller(params.senderID);
      const webhooks = toWebhooks(caller, Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers);
      await Promise.all(webhooks.map(store));
      return reply.code(200).send();
    },
  );
}
