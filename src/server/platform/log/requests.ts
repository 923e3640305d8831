/** Logs one line for each finished request, with the pattern of its route, because a path can hold a token. */
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** Monitoring requests these every few seconds; their lines would fill the log. */
const probes = ['/healthz', '/readyz', '/metrics'];

/**
 * Each answer carries its log id, for questions about errors. Ids from clients are not used: they could hold anything
 * and repeat.
 */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}

/** From here on each log line of this request has the ids of its caller. */
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
