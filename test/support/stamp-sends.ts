/** Loaded into a program before it begins: each request of its `fetch` says when it was made. */
import { subscribe } from 'node:diagnostics_channel';

subscribe('undici:request:create', (message) => {
  const { request } = message as { request: { addHeader: (name: string, value: string) => void } };
  request.addHeader('x-sent-at', String(Date.now()));
});
