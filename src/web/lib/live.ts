/** The one stream of live events: what changed in the campus is asked for again. */
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Session } from '#shared/calls/account.ts';
import { longestAgo } from '#shared/limits.ts';
import { staleAfter } from './keys.ts';
import { openStream } from './live-stream.ts';
import { queryClient } from './query-client.ts';
import { currentSession, keepSession, useSession } from './session.ts';

const gatherFor = 100;
const tryAgainAfter = 3000;
/** Milliseconds. A screen may have asked so long before the stream began to open, on a slow network with it. */
const askedBefore = 3000;

/**
 * Gathers keys for a moment and refreshes them. None twice at once, or a slow answer would never arrive; and none waits
 * for another.
 */
export function makeRefresher(client: Pick<QueryClient, 'invalidateQueries'>, wait = gatherFor) {
  const stale = new Map<string, readonly unknown[]>();
  const underWay = new Set<string>();
  let isWaiting = false;
  const refresh = async (name: string, queryKey: readonly unknown[]): Promise<void> => {
    stale.delete(name);
    underWay.add(name);
    await client.invalidateQueries({ queryKey: [...queryKey] }).catch(() => {});
    underWay.delete(name);
    if (stale.has(name)) start();
  };
  const refreshAll = (): void => {
    isWaiting = false;
    for (const [name, queryKey] of stale) if (!underWay.has(name)) void refresh(name, queryKey);
  };
  const start = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(refreshAll, wait);
  };
  return (queryKeys: readonly (readonly unknown[])[]): void => {
    for (const queryKey of queryKeys) stale.set(JSON.stringify(queryKey), queryKey);
    start();
  };
}

let isLost = false;
const watchers = new Set<() => void>();
function setLost(lost: boolean): void {
  if (lost === isLost) return;
  isLost = lost;
  for (const watcher of watchers) watcher();
}

export const useConnectionLost = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => isLost,
  );

/** Calls back when the browser says that the network has gone or come; answers how to end it. */
function onNetwork(act: () => void): () => void {
  window.addEventListener('offline', act);
  window.addEventListener('online', act);
  return () => {
    window.removeEventListener('offline', act);
    window.removeEventListener('online', act);
  };
}

/** Says that the stream is lost, and has everything asked for again when it comes back: nobody heard what happened. */
function makeKeeper(began: number) {
  let hasMissed = false;
  const opened = (): void => {
    if (hasMissed || performance.now() - began > longestAgo) void queryClient.invalidateQueries();
    hasMissed = true;
    setLost(false);
  };
  const lost = (): void => {
    hasMissed = true;
    setLost(currentSession() !== null);
  };
  return { opened, lost };
}

/** Opens the stream and keeps it open; answers how to close it. */
function connect(session: Session): () => void {
  const began = performance.now();
  const { opened, lost } = makeKeeper(began);
  const refresh = makeRefresher(queryClient);
  let close = (): void => {};
  let again: ReturnType<typeof setTimeout> | undefined;
  /** Counts the tries: of two that are on their way only the later one stays. */
  let latest = 0;
  const open = async (): Promise<void> => {
    const turn = ++latest;
    clearTimeout(again);
    close();
    const openSoon = (): void => {
      if (turn === latest) again = setTimeout(() => void open(), tryAgainAfter);
    };
    const stream = openStream(session, began - askedBefore, {
      onOpen: opened,
      onEvent: (event) => refresh(staleAfter(event)),
      onLost: ({ status, isOver }) => {
        if (status === 401 && currentSession() === session) keepSession(null);
        lost();
        if (isOver) openSoon();
      },
    });
    // What fails here is a part of the app that could not be fetched.
    const stop = await stream.catch(() => {
      if (turn !== latest) return;
      lost();
      openSoon();
    });
    if (turn !== latest) stop?.();
    else if (stop) close = stop;
  };
  // A stream over a network that is gone says nothing for long; a new one shows at once whether Qasid is reached, which
  // may be this very computer.
  const ignoreNetwork = onNetwork(() => void open());
  void open();
  return () => {
    latest++;
    ignoreNetwork();
    clearTimeout(again);
    close();
    setLost(false);
  };
}

/** Listens while the screen is open, in the session's campus. */
export function useLive(): void {
  const session = useSession();
  useEffect(() => connect(session), [session]);
}
