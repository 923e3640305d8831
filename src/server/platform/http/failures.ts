/**
 * Gives all error answers the same form. Internal errors are logged completely, but the caller sees only one
 * sentence.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { Failure, type FailureCode, type Issue, TooMany } from '#shared/failures.ts';
import { mostIssues } from '#shared/limits.ts';
import { failureWords, shapeWords } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { isDiskFull } from '../db/start-failure.ts';

const byStatus: Record<number, Exclude<FailureCode, 'conflict' | 'invalid'>> = {
  400: 'malformed',
  404: 'notFound',
  413: 'tooLarge',
  415: 'unsupported',
  429: 'tooMany',
};

/** PostgreSQL's codes for: no connection, no free connection, disk full, timeout, or a server that is stopping. */
const unreachableCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|EPIPE|57P0[1-3]|57014|40P01|53[13]00|08\w{3})$/;
/** Messages of the PostgreSQL client for errors that have no code. */
const unreachableWords = /timeout exceeded when trying to connect|Connection terminated|is not queryable/;
/** SQLite's codes: locked by another program, or disk full. See sqlite.org/rescode.html */
const sqliteCodes = [5, 13];

/** Whether the store is temporarily unavailable. The same request may work later. */
export function isUnavailable(
  error: Pick<FastifyError, 'code' | 'message'> & { errcode?: unknown },
): boolean {
  // The low byte is the basic code. The rest of the number gives details.
  const isSqlite = typeof error.errcode === 'number' && sqliteCodes.includes(error.errcode & 0xff);
  return isSqlite || unreachableCodes.test(error.code) || unreachableWords.test(error.message);
}

/**
 * PostgreSQL's error classes for bad values, violated constraints, and rows that are too large. See
 * postgresql.org/docs/18/errcodes-appendix.html
 */
const refusedCodes = /^(22|23|54)\w{3}$/;
/** SQLite's codes: too big, violated constraint, wrong type. See sqlite.org/rescode.html */
const sqliteRefusals = [18, 19, 20];

/** Whether the store works but can never accept this value. */
export function isRefused({ code, errcode }: { code?: unknown; errcode?: unknown }): boolean {
  const isSqlite = typeof errcode === 'number' && sqliteRefusals.includes(errcode & 0xff);
  return isSqlite || (typeof code === 'string' && refusedCodes.test(code));
}

const sentencesForPeople = new Set<string>([
  ...Object.values(toasts.errors),
  failureWords.mediaAddress,
  failureWords.pictureAddress,
]);

/**
 * Converts the issues of a schema to a failure. If a message was written for people, it becomes the message of the
 * answer. All other issues are only listed.
 */
export function shapeFailure(issues: Issue[]): Failure {
  const toast = issues.find(({ message }) => sentencesForPeople.has(message));
  return toast
    ? new Failure('invalid', toast.message, issues)
    : new Failure('malformed', failureWords.wrongShape, issues);
}

/** Returns the issues at a path. Each unknown field gets its own issue. */
export function issuesAt(path: readonly PropertyKey[], message: string, details: object = {}): Issue[] {
  const fields = 'keys' in details && Array.isArray(details.keys) ? details.keys.map(String) : undefined;
  if (!fields) return [{ path: path.map(String).join('.'), message }];
  return fields.map((field) => ({
    path: [...path, field].map(String).join('.'),
    message: shapeWords.unknown([field]),
  }));
}

function ofSchema(error: FastifyError): Failure | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined;
  const part = error.validationContext ?? 'body';
  const before = part === 'body' ? [] : [part === 'querystring' ? 'query' : part];
  const issues = error.validation.flatMap(({ instancePath, message = '', params }) =>
    issuesAt([...before, ...instancePath.split('/').filter(Boolean)], message, params),
  );
  return shapeFailure(issues.slice(0, mostIssues));
}

const isRefusal = (status: number | undefined): status is number =>
  status !== undefined && status >= 400 && status < 500;

function toFailure(error: FastifyError): Failure {
  if (error instanceof Failure) return error;
  const wrongShape = ofSchema(error);
  if (wrongShape) return wrongShape;
  if (
    error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' ||
    error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    error instanceof SyntaxError
  ) {
    return new Failure('malformed', failureWords.notJson);
  }
  const { statusCode } = error;
  const others = isUnavailable(error) || isDiskFull(error) ? 'unavailable' : 'broken';
  const code = isRefusal(statusCode) ? (byStatus[statusCode] ?? 'malformed') : others;
  return new Failure(code, isDiskFull(error) ? failureWords.noRoom : failureWords[code]);
}

/**
 * The status of an answer. If HTTP itself refuses a request, its status is kept, for example 416 for a range, because
 * clients need it.
 */
function statusOf(error: FastifyError, failure: Failure): number {
  return failure.code === 'malformed' && isRefusal(error.statusCode) ? error.statusCode : failure.status;
}

/** Answers requests whose path is too long or cannot be decoded. They reach no route and no hook. */
export function answerUnroutable(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const code = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'notFound' : 'malformed';
  const failure = new Failure(code, failureWords[code]);
  reply.code(failure.status).type('application/json; charset=utf-8').send(JSON.stringify(failure.toBody()));
}

/** Whether the client closed the connection before the answer was complete. This is not an error. */
const hasLeft = ({ code }: FastifyError): boolean => code === 'ERR_STREAM_PREMATURE_CLOSE';

export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const failure = toFailure(error);
    // Expected failures, for example when WhatsApp cannot be reached, are not errors of the program, so they are only
    // warnings.
    const level = error instanceof Failure ? 'warn' : 'error';
    if (failure.status >= 500 && !hasLeft(error)) request.log[level](error, 'request failed');
    if (error instanceof TooMany) reply.header('retry-after', error.retryAfter);
    return reply.code(statusOf(error, failure)).send(failure.toBody());
  });
  app.setNotFoundHandler((_request, reply) => {
    const failure = new Failure('notFound', failureWords.notFound);
    return reply.code(404).send(failure.toBody());
  });
}
