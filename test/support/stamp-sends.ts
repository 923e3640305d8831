/** Is loaded into a program before it starts, and stamps each `fetch` request with the time of its call. */
import { subscribe } from 'node:diagnostics_channel';

subscribe('undici:request:create', (message) => {
  const { request } = message as { request: { addHeader: (name: string, value: string) => void } };
  request.addHeader('x-sent-at', String(Date.now()));
});
