/** Asks the fake and receives its webhooks as a program would. For the fake’s own tests. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Graph } from '../graph.ts';
import { sign } from './hooks.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers of every shape.
export type GraphResponse = { status: number; body: any };

export type Extra = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
};

/** `path` is what follows the version. An object is sent as JSON. */
export async function ask(
  graph: Graph,
  path: string,
  body?: object,
  extra: Extra = {},
): Promise<GraphResponse> {
  const isJSON = body !== undefined && !(body instanceof FormData);
  const sent = body instanceof FormData ? body : isJSON ? JSON.stringify(body) : extra.body;
  const response = await fetch(path.startsWith('http') ? path : `${graph.url}/v25.0/${path}`, {
    method: extra.method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${graph.account.token}`,
      ...(isJSON ? { 'content-type': 'application/json' } : {}),
      ...extra.headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await response.text();
  const isJSONAnswer = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: isJSONAnswer ? JSON.parse(text) : text };
}

export const send = (graph: Graph, body: object): Promise<GraphResponse> =>
  ask(graph, `${graph.values.phoneNumberID}/messages`, body);

export const textTo = (to: string, more: object = {}) => ({
  messaging_product: 'whatsapp',
  to,
  type: 'text',
  text: { body: 'Assalam o Alaikum' },
  ...more,
});

/** Uploads a file of this type and returns its id. */
export async function upload(graph: Graph, type: string, bytes = Buffer.from('a file')): Promise<string> {
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', type);
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), 'file');
  const { body } = await ask(graph, `${graph.values.phoneNumberID}/media`, form);
  return body.id;
}

/** Starts a server for webhooks. It answers with `answers` in turn, and with 200 after them. */
export async function listen(graph: Graph, answers: number[] = []) {
  const calls: {
    isSigned: boolean;
    raw: string;
    body: { entry: { changes: { field: string; value: object }[] }[] };
  }[] = [];
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://here').searchParams;
    const isExpected = query.get('hub.verify_token') === 'expected';
    if (request.method === 'GET') {
      response.writeHead(isExpected ? 200 : 403).end(query.get('hub.challenge'));
      return;
    }
    void buffer(request).then((raw) => {
      const isSigned = request.headers['x-hub-signature-256'] === sign(graph.account.appSecret, raw);
      calls.push({ isSigned, raw: raw.toString(), body: JSON.parse(raw.toString()) });
      response.writeHead(answers.shift() ?? 200).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  const url = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/hooks`;
  const changes = () => calls.flatMap(({ body }) => body.entry.flatMap((entry) => entry.changes));
  const statuses = () =>
    changes().flatMap(
      ({ value }) =>
        (
          value as {
            statuses?: {
              id: string;
              status: string;
              biz_opaque_callback_data?: string;
              errors?: { code: number }[];
            }[];
          }
        ).statuses ?? [],
    );
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url, calls, changes, statuses, close };
}
