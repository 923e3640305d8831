/**
 * A shutdown waits for the running requests. Their connections, and connections without a request, must be closed
 * afterwards.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export function closeConnectionsAfterRequests(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    // Browsers open connections in advance. Such a connection does not count as idle and would delay the shutdown by
    // a minute.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
  // The server closes idle connections itself. A connection that becomes idle later would delay the shutdown by a
  // minute.
  app.addHook('onResponse', async ({ raw }) => {
    if (isClosing) raw.socket.end();
  });
}
