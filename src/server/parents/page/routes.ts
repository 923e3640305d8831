import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, failureCodes, TooMany } from '#shared/failures.ts';
import type { PaperLanguage } from '#shared/money/voucher-settings.ts';
import { failureWords } from '#shared/words/failures.ts';
import { parentWords } from '#shared/words/parents.ts';
import { addressOf } from '../../auth/address.ts';
import type { Deps } from '../../deps.ts';
import { drawCached } from '../../papers/engine/paper-cache.ts';
import type { NamedOrder } from '../../papers/vouchers/vouchers.ts';
import { sendFile } from '../../platform/http/files.ts';
import type { Language } from '../markup/html.ts';
import { htmlOfFamily, htmlOfRefusal, pagePolicy, paperPolicy, type Theme } from '../markup/markup-rules.ts';
import { orderReceiptFor, orderVoucherFor, showPage } from './page.ts';

type OfFamily = { Params: { token: string; id: string }; Querystring: Record<string, unknown> };

const perMinute = 60_000;
/**
 * The maximum number of pages per minute for one address. Thousands of phones of a mobile carrier may share one
 * address.
 */
const mostPages = 600;
/** The maximum number of vouchers and receipts per minute for one family. Each takes a few milliseconds of work. */
const mostPapers = 30;

/** The answers are for one family. They must not be cached or indexed, and no other site must get their address. */
function keepPrivate(reply: FastifyReply): void {
  reply
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', pagePolicy);
}

/** Returns the language that was chosen on the page, or else that of the phone or of the school's vouchers. */
function languageOf({ query, headers }: FastifyRequest<OfFamily>, usual: PaperLanguage): Language {
  if (query.in === 'en' || query.in === 'ur') return query.in;
  return usual === 'ur' || headers['accept-language']?.startsWith('ur') ? 'ur' : 'en';
}

/** Returns `dark` or `light` if the address has `?dark` or `?light`. Otherwise the phone decides. */
const themeOf = ({ query }: FastifyRequest<OfFamily>): Theme =>
  query.dark !== undefined ? 'dark' : query.light !== undefined ? 'light' : 'phone';

/**
 * Returns a function that fails above the limit per minute. `key` defines what is limited: one address or one family.
 */
function limitVisits(app: FastifyInstance, max: number, key: (request: FastifyRequest) => string) {
  const count = app.createRateLimit({ timeWindow: perMinute, max, keyGenerator: key });
  return async (request: FastifyRequest): Promise<void> => {
    const limit = await count(request);
    if (limit.isAllowed || !limit.isExceeded) return;
    throw new TooMany(failureWords.tooMany, limit.ttlInSeconds);
  };
}

/** Answers a refusal as a page in both languages. */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = error instanceof Failure ? error : new Failure('broken', failureWords.broken);
  if (failure.status >= 500) request.log.error(error, 'request failed');
  if (failure instanceof TooMany) reply.header('retry-after', failure.retryAfter);
  const { ended, tooMany, later } = parentWords;
  // A conflict is a paper that the school must change first. A parent learns only that it cannot be had now.
  const status = failureCodes[failure.code === 'conflict' ? 'unavailable' : failure.code];
  const sentence = failure.code === 'tooMany' ? tooMany : status >= 500 ? later : ended;
  const isShown = status >= 500 || failure.code === 'tooMany';
  keepPrivate(reply);
  return reply
    .code(isShown ? status : 404)
    .type('text/html; charset=utf-8')
    .send(htmlOfRefusal(sentence));
}

/** The routes for the pages of families. They need only the link, and are not calls of the API. */
export async function parentRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  app.setErrorHandler(refuse);
  const ofAddress = limitVisits(app, mostPages, (request) => `parents at ${addressOf(request)}`);
  const ofFamily = limitVisits(app, mostPapers, (request) => {
    const { token } = request.params as OfFamily['Params'];
    return `papers of parents at ${addressOf(request)} ${token.slice(0, 4)}`;
  });
  app.addHook('onRequest', async (request, reply) => {
    keepPrivate(reply);
    await ofAddress(request);
  });
  const schema = { schema: { hide: true } } as const;

  app.get<OfFamily>('/p/:token', schema, async (request, reply) => {
    const { token } = request.params;
    const { page, usual } = await showPage(deps, token);
    const language = languageOf(request, usual);
    const html = htmlOfFamily(page, { path: `/p/${token}`, language, theme: themeOf(request) });
    return reply.type('text/html; charset=utf-8').send(html);
  });

  const paper = (
    what: 'voucher' | 'receipt',
    order: (deps: Deps, token: string, id: number) => Promise<NamedOrder>,
  ): void => {
    app.get<OfFamily>(`/p/:token/${what}/:id`, schema, async (request, reply) => {
      await ofFamily(request);
      const { token, id } = request.params;
      if (!/^[1-9]\d{0,14}$/.test(id)) throw new Failure('notFound', failureWords.notFound);
      const { order: made, name } = await order(deps, token, Number(id));
      reply.header('content-security-policy', paperPolicy);
      return sendFile(reply, { file: 'application/pdf' }, { content: await drawCached(deps, made), name });
    });
  };
  paper('voucher', orderVoucherFor);
  paper('receipt', orderReceiptFor);
}
