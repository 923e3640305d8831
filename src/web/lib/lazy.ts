/**
 * Code splitting: a part of the app is loaded when it is first needed, or earlier in the background. Loading is retried
 * while Qasid is unreachable.
 */
import { lazyRouteComponent as routeComponent } from '@tanstack/react-router';
import { lazy as lazyComponent } from 'react';
import { isServerReachable } from './server-reachability.ts';

const parts: (() => Promise<unknown>)[] = [];
const retryAfter = 2000;
const preloadAfter = 3000;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds));

/**
 * Retries while Qasid is unreachable. If loading fails twice while Qasid is reachable, the part is missing because the
 * server was updated, so the error is thrown. A single failure may come from a connection that was just restored.
 */
async function loadWhenReached<T>(load: () => Promise<T>): Promise<T> {
  let failures = 0;
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!(await isServerReachable())) await pause(retryAfter);
      else if (++failures > 1) throw error;
    }
  }
}

function part<T>(load: () => Promise<T>): () => Promise<T> {
  const get = () => loadWhenReached(load);
  parts.push(get);
  return get;
}

export const lazy: typeof lazyComponent = (load) => lazyComponent(part(load));

export const lazyRouteComponent: typeof routeComponent = (load, name) => routeComponent(part(load), name);

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 200);
  });

/** Preloads the parts one after the other while the page is idle. Returns a function that stops preloading. */
export function preloadParts(): () => void {
  let isOver = false;
  const loadAll = async (): Promise<void> => {
    await pause(preloadAfter);
    // A loaded part may add parts of its own to the list.
    for (let next = 0; next < parts.length && !isOver; next++) {
      await idle();
      await parts[next]?.();
    }
  };
  // A part that fails is loaded again when it is needed.
  loadAll().catch(() => {});
  return () => {
    isOver = true;
  };
}
