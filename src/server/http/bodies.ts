/** The bodies that are read: JSON, and multipart where a file is meant. Every other kind is refused unread. */
import type { FastifyInstance } from 'fastify';
import { type Call, ofSchool } from '#shared/call.ts';
import { Failure } from '#shared/failures.ts';
import { mostIssues } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import { shapeWords } from '#shared/words/shapes.ts';
import { shapeFailure } from './failures.ts';

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

/** A program may say its place in every call, also where it is not asked for. */
function refuseQuery({ query }: Call, given: Record<string, unknown>): void {
  const places = Object.keys(ofSchool.shape);
  if (query) for (const field of places) if (!Object.hasOwn(query.shape, field)) delete given[field];
  if (!query)
    refuseUnknownFields(
      Object.keys(given).filter((field) => !places.includes(field)),
      'query.',
    );
}

function refuseUnknownFields(fields: readonly string[], before = ''): void {
  if (fields.length === 0) return;
  const issues = fields.map((field) => ({ path: before + field, message: shapeWords.unknown([field]) }));
  throw shapeFailure(issues.slice(0, mostIssues));
}

/** Takes out what may be sent and is not read; where a call takes no body at all, nothing else may be in it. */
function dropUnread(call: Call, given: Record<string, unknown>): void {
  const { body, lines, form, echoed = [] } = call;
  // Of those who are let in the token says who they are; a stranger who names somebody is refused.
  const ofToken = call.access === 'public' ? [] : ['userID'];
  for (const field of [...ofToken, ...echoed]) if (!(field in (body?.shape ?? {}))) delete given[field];
  if (!body && !lines && !form) refuseUnknownFields(Object.keys(given));
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

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
    if (!call) return;
    refuseQuery(call, request.query as Record<string, unknown>);
    if (isPlainObject(request.body)) dropUnread(call, request.body);
    if (!call.body) return;
    if (request.isMultipart()) throw new Failure('unsupported', failureWords.unsupported);
    // Left out altogether: the schema says what is missing, or that all of it may be.
    if (request.body === undefined) request.body = {};
  });
}
