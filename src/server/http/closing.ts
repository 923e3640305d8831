/** A close waits for the requests in flight; their connections must not stay open behind them, nor unused ones. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export function closeBehindRequests(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    // Browsers connect ahead of their requests. Such a connection does not count as idle, and would hold it up for a minute.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
  // Idle ones the server ends by itself, but a connection that becomes idle later would hold it up for a minute.
  app.addHook('onResponse', async ({ raw }) => {
    if (isClosing) raw.socket.end();
  });
}
