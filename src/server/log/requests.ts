/** One line for each request, when it is over: by the pattern of its route, since an address can hold a token. */
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

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
    const line = { method, route: routeOptions.url ?? 'none', status, milliseconds: Math.round(elapsedTime) };
    if (error) request.log.error({ ...line, err: error }, 'answer failed');
    else request.log.info(line, 'answered');
  }
}
