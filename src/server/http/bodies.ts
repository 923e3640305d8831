/** The bodies that are read: JSON, and multipart where a file is meant. Every other kind is refused unread. */
import type { FastifyInstance } from 'fastify';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';

const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/;

/** PostgreSQL cannot store NUL and nobody means it, so that it is refused for both engines, wherever it stands. */
export const holdsNul = (json: string): boolean => json.includes('\\u0000') && escapedNul.test(json);

/** The names by which an object can be poisoned, also where an escape may hide one; looking is a tenth of the cautious parser's price. */
const maySpoil = (json: string): boolean =>
  json.includes('__proto__') || json.includes('constructor') || json.includes('\\u00');

/** What the text holds; undefined where the cautious parser must look at it. */
function parsePlain(json: string): unknown {
  try {
    return maySpoil(json) ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}

export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, json: string, done) => {
    // Clients name the type of a body they do not send.
    if (json === '') done(null, undefined);
    else if (holdsNul(json)) done(new Failure('malformed', failureWords.nul), undefined);
    else {
      const value = parsePlain(json);
      if (value === undefined) void parse(request, json, done);
      else done(null, value);
    }
  });
  app.addHook('preValidation', async (request) => {
    const { call } = request.routeOptions.config;
    if (!call?.body) return;
    if (request.isMultipart()) throw new Failure('unsupported', failureWords.unsupported);
    // Left out altogether: the schema says what is missing, or that all of it may be.
    if (request.body === undefined) request.body = {};
  });
}
