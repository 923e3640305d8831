/** One line for each request, when it is over: by the pattern of its route, since an address can hold a token. */
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** Asked every few seconds by whoever watches; their lines would be most of the log. */
const probes = ['/healthz', '/readyz', '/metrics'];

/**
 * Every answer says under which id it stands in the log, for whoever asks what went wrong. What others give as an id
 * is not taken: it could be anything, and twice the same.
 */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}

/** From here on every line of this request says for whom it was, by ids. */
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

  /** Said by the failures' own room, which knows what is our fault. */
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
