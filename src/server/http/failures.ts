/** Every way to say no, in one shape. What is our own fault is logged whole and told in one sentence. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { Failure, type FailureCode } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';

const byStatus: Record<number, Exclude<FailureCode, 'conflict' | 'invalid'>> = {
  400: 'malformed',
  404: 'notFound',
  413: 'tooLarge',
  415: 'unsupported',
  429: 'tooMany',
};

/** SQLite: locked or full. PostgreSQL: no connection, or the server is stopping. */
const unreachable =
  /ECONNREFUSED|ECONNRESET|ENOTFOUND|57P0[1-3]|53300|08\w{3}|timeout exceeded when trying to connect|Connection terminated/;

function issuesOf(error: FastifyError): Failure | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined;
  const part = error.validationContext ?? 'body';
  const issues = error.validation.slice(0, 100).map(({ instancePath, message }) => {
    const path = instancePath.split('/').filter(Boolean).join('.');
    return {
      path: part === 'body' ? path : `${part === 'querystring' ? 'query' : part}.${path}`,
      message: message ?? '',
    };
  });
  return new Failure('malformed', failureWords.wrongShape, issues);
}

export function toFailure(error: FastifyError): Failure {
  if (error instanceof Failure) return error;
  const issues = issuesOf(error);
  if (issues) return issues;
  if (
    error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' ||
    error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    error instanceof SyntaxError
  ) {
    return new Failure('malformed', failureWords.notJson);
  }
  const code = byStatus[error.statusCode ?? 500];
  if (code) return new Failure(code, failureWords[code]);
  const isUnreachable = unreachable.test(`${error.code} ${error.message}`);
  return isUnreachable
    ? new Failure('unavailable', failureWords.unavailable)
    : new Failure('broken', failureWords.broken);
}

/** An address with an endless part, which leads nowhere, or that cannot be decoded: no route is asked, nor a hook. */
export function answerUnroutable(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const code = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'notFound' : 'malformed';
  const failure = new Failure(code, failureWords[code]);
  reply.code(failure.status).type('application/json; charset=utf-8').send(JSON.stringify(failure.toBody()));
}

export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const failure = toFailure(error);
    if (failure.status >= 500) request.log.error(error);
    return reply.code(failure.status).send(failure.toBody());
  });
  app.setNotFoundHandler((_request, reply) => {
    const failure = new Failure('notFound', failureWords.notFound);
    return reply.code(404).send(failure.toBody());
  });
}
