/**
 * Ends requests with a body that arrives too slowly, and unused connections when nearly all are taken. A real upload
 * over a slow line may go on as long as it moves.
 */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { smallestBody } from '#shared/limits.ts';
import type { Runtime } from '../../runtime.ts';

const seconds = 1000;
const lookEvery = 5 * seconds;
/** A body within the limit for unauthenticated callers must arrive in this time. */
const smallWithin = 30 * seconds;
/** Larger bodies must send this much in each period: 200 bytes a second, a tenth of the slowest phone line. */
const stretch = 40 * seconds;
const leastInStretch = 8 * 1024;

export const browsersAtOnce = 2000;
/**
 * Above this share of the connections none is kept alive. Otherwise a single client could hold all of them for the 72
 * seconds that proxies need. Browsers and proxies reconnect.
 */
const nearlyAll = 3 / 4;
/** Above that share, a new connection must send something within this time. */
const silentFor = 5 * seconds;

type Watched = { request: FastifyRequest; since: number; bytes: number };

/** Whether the body arrives too slowly. Data that we have not read yet is not the client's fault. */
function isDripping(watched: Watched, now: number): boolean {
  const { raw, routeOptions } = watched.request;
  if ((routeOptions.bodyLimit ?? smallestBody) <= smallestBody) return now - watched.since > smallWithin;
  const isMoving = raw.socket.bytesRead - watched.bytes >= leastInStretch;
  if (isMoving || raw.readableLength >= raw.readableHighWaterMark) {
    watched.since = now;
    watched.bytes = raw.socket.bytesRead;
  }
  return now - watched.since > stretch;
}

function end(socket: Socket, isAnswered: boolean): void {
  if (!isAnswered) socket.write('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n');
  socket.destroySoon();
}

/** Returns a function that closes connections which have never sent anything; Node does not count these as idle. */
function makeRoom({ server }: FastifyInstance, elapsed: () => number): () => void {
  const open = new Map<Socket, number>();
  const isNearlyFull = () => open.size > server.maxConnections * nearlyAll;
  server.on('connection', (socket: Socket) => {
    open.set(socket, elapsed());
    socket.once('close', () => open.delete(socket));
    if (isNearlyFull()) server.closeIdleConnections();
  });
  server.on('drop', () => server.closeIdleConnections());
  return () => {
    if (!isNearlyFull()) return;
    for (const [socket, since] of open) {
      if (socket.bytesRead === 0 && elapsed() - since >= silentFor) socket.destroy();
    }
  };
}

/** Returns the check, which also runs by itself at an interval. */
export function endSlowBodies(
  app: FastifyInstance,
  { elapsed, every }: Pick<Runtime, 'elapsed' | 'every'>,
): () => void {
  const watched = new Map<FastifyRequest, { of: Watched; isAnswered: () => boolean }>();
  app.server.headersTimeout = smallWithin;
  app.server.maxConnections = browsersAtOnce;
  const lookForSilent = makeRoom(app, elapsed);
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    // No body, or all of it arrived with the head, or there is no socket.
    if (raw.complete || !(raw.socket instanceof Socket)) return;
    const of = { request, since: elapsed(), bytes: raw.socket.bytesRead };
    watched.set(request, { of, isAnswered: () => reply.raw.headersSent });
    raw.once('close', () => watched.delete(request));
  });
  const look = () => {
    lookForSilent();
    for (const [request, { of, isAnswered }] of watched) {
      if (request.raw.complete) watched.delete(request);
      else if (isDripping(of, elapsed())) {
        watched.delete(request);
        end(request.raw.socket, isAnswered());
      }
    }
  };
  const timer = every(lookEvery, look);
  app.addHook('onClose', async () => timer.cancel());
  return look;
}
