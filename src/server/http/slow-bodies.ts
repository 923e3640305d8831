/**
 * Ends requests whose body only drips, and connections that nobody uses where there is hardly room for others. An honest
 * upload over a slow line goes on for as long as it moves.
 */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { smallestBody } from '#shared/limits.ts';
import type { Runtime } from '../runtime.ts';

const seconds = 1000;
const lookEvery = 5 * seconds;
/** What is no larger than what a stranger may send is there within this time, or it is not meant. */
const smallWithin = 30 * seconds;
/** Of others so much must come in each stretch: 200 bytes a second, a tenth of the slowest line of a phone. */
const stretch = 40 * seconds;
const leastInStretch = 8 * 1024;

export const browsersAtOnce = 2000;
/**
 * The part of them above which no connection is kept for later: who is alone could hold all of them for the 72 seconds
 * that proxies need. Browsers and proxies open theirs again.
 */
const nearlyAll = 3 / 4;
/** Above it a connection asks something within this time. */
const silentFor = 5 * seconds;

type Watched = { request: FastifyRequest; since: number; bytes: number };

/** Whether nothing worth waiting for has come; what stands unread before us is no fault of the sender's. */
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

/** Answers what looks after those that have never asked anything, which do not count as idle. */
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

/** Answers what looks after them, which otherwise runs by itself. */
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
    // No body, or all of it came with its head; or it came by no socket.
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
