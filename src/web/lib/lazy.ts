/** Code splitting: parts of the app that are loaded when first needed, or ahead, and retried while Qasid is away. */
import { lazyRouteComponent as routeComponent } from '@tanstack/react-router';
import { lazy as lazyComponent } from 'react';
import { isServerReachable } from './server-reachability.ts';

const parts: (() => Promise<unknown>)[] = [];
const againAfter = 2000;
const aheadAfter = 3000;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** A part that fails twice while Qasid is there is not there: it was updated meanwhile. Once may be a connection that is back. */
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
    // Safari has no such thing.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 200);
  });

/** Preloads one after the other what is not there yet, when there is nothing else to do; answers how to end it. */
export function preloadParts(): () => void {
  let isOver = false;
  const loadAll = async (): Promise<void> => {
    await pause(aheadAfter);
    // A part that is loaded may bring others of its own.
    for (let next = 0; next < parts.length && !isOver; next++) {
      await idle();
      await parts[next]?.();
    }
  };
  // One that fails is asked for again when it is needed.
  loadAll().catch(() => {});
  return () => {
    isOver = true;
  };
}
