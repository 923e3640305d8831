/** Serves the built web app. Files with a hash in their name may be cached forever, the page itself never. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Failure } from '#shared/failures.ts';
import { notScreens } from '#shared/not-screens.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Config } from '../../config.ts';

const aYear = 365 * 24 * 60 * 60;

export async function serveWeb(app: FastifyInstance, { webDir }: Config): Promise<void> {
  if (!existsSync(join(webDir, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: webDir,
    wildcard: false,
    index: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isHashed = path.includes('/assets/') || path.includes('\\assets\\');
      response.header('cache-control', isHashed ? `public, max-age=${aYear}, immutable` : 'no-cache');
    },
  });
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    if (notScreens.test(request.url)) throw new Failure('notFound', failureWords.notFound);
    return reply.header('cache-control', 'no-cache').type('text/html').sendFile('index.html');
  });
}
