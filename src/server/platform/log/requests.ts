/**
 * Logs one line for each finished request. The line has the pattern of the route, because the path may contain a
 * token.
 */
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** Monitoring requests these routes every few seconds. Their lines would fill the log. */
const probes = ['/healthz', '/readyz', '/metrics'];

/**
 * Each answer has a header with its log id, so that an error can be found in the log. Ids that clients send are not
 * used, because they may have any content and may repeat.
 */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}

/** Adds the ids of the caller to all further log lines of this request. */
export function nameCaller(request: FastifyRequest): void {
  const { door } = request;
  if (!door) return;
  const campusID = door.campusIDs.length === 1 ? door.campusIDs[0] : undefined;
  request.log = request.log.child({ userID: door.proof.userID, keyID: door.proof.key?.id, campusID });
}

export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestID' });
  }

  override incomingRequest(): void {}

  /** The error handler in platform/http/failures.ts logs these, because it knows which errors are ours. */
  override routeNotFound(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { method, routeOptions } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = routeOptions.url ?? 'none';
    const line = { method, route, status, milliseconds: Math.round(elapsedTime) };
    if (!error && probes.includes(route) && status < 500) return;
    if (error) request.log.error({ ...line, err: error }, 'answer failed');
    else request.log.info(line, 'answered');
  }
}
