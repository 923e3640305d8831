/**
 * Code splitting: parts of the app load when first needed, or in the background, and retry while Qasid is unreachable.
 */
import { lazyRouteComponent as routeComponent } from '@tanstack/react-router';
import { lazy as lazyComponent } from 'react';
import { isServerReachable } from './server-reachability.ts';

const parts: (() => Promise<unknown>)[] = [];
const againAfter = 2000;
const aheadAfter = 3000;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds));

/**
 * A part that fails twice while Qasid is reachable is missing, because the server was updated. A single failure may be
 * a connection that has just come back.
 */
async function loadWhenReached<T>(load: () => Promise<T>): Promise<T> {
  let failures = 0;
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!(await isServerReachable())) await pause(againAfter);
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

/** Preloads missing parts one after the other while the page is idle. Returns a function that stops it. */
export function preloadParts(): () => void {
  let isOver = false;
  const loadAll = async (): Promise<void> => {
    await pause(aheadAfter);
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
