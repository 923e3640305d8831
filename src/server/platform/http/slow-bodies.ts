/**
 * Closes requests whose body arrives too slowly, and unused connections when nearly all connections are in use. A
 * real upload over a slow line may take any time, as long as data keeps arriving.
 */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { smallestBody } from '#shared/limits.ts';
import type { Runtime } from '../../runtime.ts';

const seconds = 1000;
const checkEvery = 5 * seconds;
/** A body within the limit for unauthenticated callers must arrive within this time. */
const longestSmallBody = 30 * seconds;
/**
 * Of a larger body at least this much must arrive in each period: 200 bytes a second, which is a tenth of the slowest
 * phone line.
 */
const period = 40 * seconds;
const leastInPeriod = 8 * 1024;

const browsersAtOnce = 2000;
/**
 * If more than this share of the connections is in use, idle connections are closed. Otherwise a single client could
 * occupy all of them for the 72 seconds of the keep-alive time, which proxies need. Browsers and proxies connect
 * again.
 */
const nearlyAll = 3 / 4;
/** Above that share, a new connection must send something within this time. */
const silentFor = 5 * seconds;

type Watched = { request: FastifyRequest; since: number; bytes: number };

/** Whether the body arrives too slowly. If we have not yet read data that has arrived, the client is not slow. */
function isTooSlow(watched: Watched, now: number): boolean {
  const { raw, routeOptions } = watched.request;
  if ((routeOptions.bodyLimit ?? smallestBody) <= smallestBody) return now - watched.since > longestSmallBody;
  const isMoving = raw.socket.bytesRead - watched.bytes >= leastInPeriod;
  if (isMoving || raw.readableLength >= raw.readableHighWaterMark) {
    watched.since = now;
    watched.bytes = raw.socket.bytesRead;
  }
  return now - watched.since > period;
}

function end(socket: Socket, isAnswered: boolean): void {
  if (!isAnswered) socket.write('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n');
  socket.destroySoon();
}

/**
 * Returns a function that closes connections that have never sent anything. Node does not count these connections as
 * idle.
 */
function createConnectionCheck({ server }: FastifyInstance, elapsed: () => number): () => void {
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

/** Returns the check. It also runs regularly. */
export function endSlowBodies(
  app: FastifyInstance,
  { elapsed, every }: Pick<Runtime, 'elapsed' | 'every'>,
): () => void {
  const watched = new Map<FastifyRequest, { of: Watched; isAnswered: () => boolean }>();
  app.server.headersTimeout = longestSmallBody;
  app.server.maxConnections = browsersAtOnce;
  const closeSilentConnections = createConnectionCheck(app, elapsed);
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    // Nothing to watch: there is no body, the whole body has already arrived, or there is no socket.
    if (raw.complete || !(raw.socket instanceof Socket)) return;
    const of = { request, since: elapsed(), bytes: raw.socket.bytesRead };
    watched.set(request, { of, isAnswered: () => reply.raw.headersSent });
    raw.once('close', () => watched.delete(request));
  });
  const look = () => {
    closeSilentConnections();
    for (const [request, { of, isAnswered }] of watched) {
      if (request.raw.complete) watched.delete(request);
      else if (isTooSlow(of, elapsed())) {
        watched.delete(request);
        end(request.raw.socket, isAnswered());
      }
    }
  };
  const timer = every(checkEvery, look);
  app.addHook('onClose', async () => timer.cancel());
  return look;
}
