/** A close waits for the requests in flight; their connections must not stay open behind them. */
import type { FastifyInstance } from 'fastify';

export function closeBehindRequests(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  // Idle ones the server ends by itself, but a connection that becomes idle later would hold it up for a minute.
  app.addHook('onResponse', async ({ raw }) => {
    if (isClosing) raw.socket.end();
  });
}
