/** A gate before a server. While it is shut, nothing listens there, as while the server is starting. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

export type Gate = { url: string; open: () => Promise<void>; shut: () => Promise<void> };

/** `url` is that of the server. The gate keeps its own port and has the same address otherwise. */
export async function createGate(url: string): Promise<Gate> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let ownPort = 0;

  const keep = (socket: Socket, other: () => Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => {
      sockets.delete(socket);
      other().destroy();
    });
  };
  const open = async () => {
    server = createServer((caller) => {
      const behind = connect(Number(port), hostname);
      keep(caller, () => behind);
      keep(behind, () => caller);
      caller.pipe(behind).pipe(caller);
    }).listen(ownPort, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address === 'object' && address) ownPort = address.port;
  };
  const shut = async () => {
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  await open();
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String(ownPort);
  await shut();
  return { url: own.href, open, shut };
}
