/** A server that answers each call of the Graph API as the test says, and keeps the calls. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type GraphRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer };
/** An answer, or what happens to the connection when there is none. */
export type GraphAnswer =
  | { status?: number; json: unknown }
  | { status?: number; type?: string; text: string | Buffer; headers?: Record<string, string> }
  | 'hang'
  | 'reset'
  | 'half';

export type GraphServer = { url: string; requests: GraphRequest[]; stop: () => void };

function give(response: ServerResponse, answer: GraphAnswer): void {
  if (answer === 'hang') return;
  if (answer === 'reset') return void response.socket?.resetAndDestroy();
  if (answer === 'half') {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"messages":[{"id":"wamid.1"}', () => response.socket?.destroy());
    return;
  }
  const type = 'json' in answer ? 'application/json' : (answer.type ?? 'text/html');
  const more = 'json' in answer ? {} : answer.headers;
  response.writeHead(answer.status ?? 200, { 'content-type': type, ...more });
  response.end('json' in answer ? JSON.stringify(answer.json) : answer.text);
}

export async function startGraphServer(
  answer: (request: GraphRequest) => GraphAnswer | Promise<GraphAnswer>,
): Promise<GraphServer> {
  const requests: GraphRequest[] = [];
  const sockets = new Set<Socket>();
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body: await buffer(request) };
    requests.push(one);
    give(response, await answer(one));
  };
  const server = createServer((request, response) => void take(request, response));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${port}`, requests, stop };
}

const folder = new URL('../peers/examples/', import.meta.url);

/** The examples from Meta's documentation, by name. */
export const readExamples = <T = unknown>(file: string): Record<string, T> =>
  JSON.parse(readFileSync(new URL(`${file}.json`, folder), 'utf8'));
