/** Reports when the requests of a call are written. Published by undici, the library behind Node's fetch. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

type Listener = () => void;

const current = new AsyncLocalStorage<Listener>();
const listeners = new WeakMap<object, Listener>();

subscribe('undici:request:create', (message) => {
  const listener = current.getStore();
  if (listener) listeners.set((message as { request: object }).request, listener);
});
subscribe('undici:request:bodySent', (message) => {
  listeners.get((message as { request: object }).request)?.();
});

/** Runs `work`, and calls `listener` after each request that it writes. */
export const onWritten = <T>(listener: Listener, work: () => T): T => current.run(listener, work);
