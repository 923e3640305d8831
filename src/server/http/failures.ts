/** Every way to say no, in one shape. What is our own fault is logged whole and told in one sentence. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { Failure, type FailureCode, type Issue, TooMany } from '#shared/failures.ts';
import { mostIssues } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import { shapeWords } from '#shared/words/shapes.ts';
import { toasts } from '#shared/words/toasts.ts';

const byStatus: Record<number, Exclude<FailureCode, 'conflict' | 'invalid'>> = {
  400: 'malformed',
  404: 'notFound',
  413: 'tooLarge',
  415: 'unsupported',
  429: 'tooMany',
};

/** PostgreSQL: no connection, none left, no room on the disk, waited too long, or the server is stopping. */
const unreachableCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|EPIPE|57P0[1-3]|57014|40P01|53[13]00|08\w{3})$/;
/** What its client says without a code. */
const unreachableWords = /timeout exceeded when trying to connect|Connection terminated|is not queryable/;
/** SQLite: locked by another program, or the disk is full. sqlite.org/rescode.html */
const sqliteCodes = [5, 13];

/** The store cannot take it at the moment; the same may work later. */
export function isUnavailable(
  error: Pick<FastifyError, 'code' | 'message'> & { errcode?: unknown },
): boolean {
  // The low byte is the plain code, the rest says more of its cause.
  const isSqlite = typeof error.errcode === 'number' && sqliteCodes.includes(error.errcode & 0xff);
  return isSqlite || unreachableCodes.test(error.code) || unreachableWords.test(error.message);
}

/** PostgreSQL: a text or a value it cannot hold, a constraint, or more than a row takes. postgresql.org/docs/18/errcodes-appendix.html */
const refusedCodes = /^(22|23|54)\w{3}$/;
/** SQLite: too big, a constraint, or of another type. sqlite.org/rescode.html */
const sqliteRefusals = [18, 19, 20];

/** The store is well, and will never take this. */
export function isRefused({ code, errcode }: { code?: unknown; errcode?: unknown }): boolean {
  const isSqlite = typeof errcode === 'number' && sqliteRefusals.includes(errcode & 0xff);
  return isSqlite || (typeof code === 'string' && refusedCodes.test(code));
}

const spoken = new Set<string>([
  ...Object.values(toasts.errors),
  failureWords.mediaAddress,
  failureWords.pictureAddress,
]);

/** A value that has a sentence of its own is answered with that sentence; every other with what is wrong where. */
export function shapeFailure(issues: Issue[]): Failure {
  const toast = issues.find(({ message }) => spoken.has(message));
  return toast
    ? new Failure('invalid', toast.message, issues)
    : new Failure('malformed', failureWords.wrongShape, issues);
}

/** What a schema says of a place, where it does not know fields of it one issue for each of them. */
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
  const others = isUnavailable(error) ? 'unavailable' : 'broken';
  const code = isRefusal(statusCode) ? (byStatus[statusCode] ?? 'malformed') : others;
  return new Failure(code, failureWords[code]);
}

/** What HTTP itself refuses keeps its own status, such as 416 of a range: programs act on it. */
function statusOf(error: FastifyError, failure: Failure): number {
  return failure.code === 'malformed' && isRefusal(error.statusCode) ? error.statusCode : failure.status;
}

/** An address with an endless part, which leads nowhere, or that cannot be decoded: no route is asked, nor a hook. */
export function answerUnroutable(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const code = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'notFound' : 'malformed';
  const failure = new Failure(code, failureWords[code]);
  reply.code(failure.status).type('application/json; charset=utf-8').send(JSON.stringify(failure.toBody()));
}

/** Whoever asked went away before the answer was written: nothing is wrong. */
const hasLeft = ({ code }: FastifyError): boolean => code === 'ERR_STREAM_PREMATURE_CLOSE';

export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const failure = toFailure(error);
    // What is said on purpose, such as that WhatsApp cannot be reached, is no fault of the program's.
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
