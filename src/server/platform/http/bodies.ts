/** Reads bodies: JSON, and multipart for uploads. Every other type is refused without reading it. */
import type { FastifyInstance } from 'fastify';
import { type Call, ofSchool } from '#shared/call.ts';
import { Failure } from '#shared/failures.ts';
import { mostIssues } from '#shared/limits.ts';
import { wellFormedJson } from '#shared/text/well-formed-json.ts';
import { failureWords, shapeWords } from '#shared/words/failures.ts';
import { shapeFailure } from './failures.ts';

const escapedNul = /(?<!\\)(?:\\\\)*\\u0000/;

/** PostgreSQL cannot store NUL and no text needs it, so it is refused everywhere and on both engines. */
export const containsNul = (json: string): boolean => json.includes('\\u0000') && escapedNul.test(json);

const escapedSurrogate = /\\u[dD][89a-fA-F]/;

/**
 * Replaces half a surrogate pair by U+FFFD, as both engines do when they store it. Two texts that are stored as one are
 * then equal before a query compares them.
 */
export function withWholeCharacters(json: string): string {
  if (!escapedSurrogate.test(json)) return json;
  try {
    return wellFormedJson(JSON.parse(json));
  } catch {
    return json;
  }
}

/**
 * Whether the text may contain keys that cause prototype pollution, also as escapes. This check takes a tenth of the
 * time of the safe parser.
 */
const mayPollutePrototypes = (json: string): boolean =>
  json.includes('__proto__') || json.includes('constructor') || json.includes('\\u00');

/** Returns the parsed text. Undefined if the safe parser must parse it. */
function parsePlain(json: string): unknown {
  try {
    return mayPollutePrototypes(json) ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Refuses unknown query fields. `db` and `cID` are accepted by every call, even if the call does not use them. */
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

/** Removes fields that may be sent but are not used. Refuses all other fields if the call has no body. */
function dropUnread(call: Call, given: Record<string, unknown>): void {
  const { body, lines, form, echoed = [] } = call;
  // Signed-in callers may send `userID`. It is ignored, because the token identifies the user. Unauthenticated
  // callers may not send it.
  const ofToken = call.access === 'public' ? [] : ['userID'];
  for (const field of [...ofToken, ...echoed]) if (!(field in (body?.shape ?? {}))) delete given[field];
  if (!body && !lines && !form) refuseUnknownFields(Object.keys(given));
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, sent: string, done) => {
    // Clients send a content type even without a body.
    if (sent === '') done(null, undefined);
    else if (containsNul(sent)) done(new Failure('malformed', failureWords.nul), undefined);
    else {
      const json = withWholeCharacters(sent);
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
    // A missing body becomes an empty object, so that the schema can accept it or report missing fields.
    if (request.body === undefined) request.body = {};
  });
}
