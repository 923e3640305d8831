/** The one stream of live events: what changed in the campus is asked for again. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Session } from '#shared/calls/account.ts';
import { longestAgo } from '#shared/limits.ts';
import { keys, staleAfter } from './keys.ts';
import { openStream } from './live-stream.ts';
import { queryClient } from './query-client.ts';
import { onUnreached } from './reached.ts';
import { currentSession, keepSession, sessionBegunAt, useSession } from './session.ts';

const gatherFor = 100;
const tryAgainAfter = 3000;
/** Milliseconds that the way to Qasid may take before what happened on it counts as not heard. */
const longestWay = 1000;

/** An answer that is still on its way may have been read before the change, and the first of a list is not begun anew. */
async function refreshAll(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const isFirst = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined;
  const first = new Set(client.getQueryCache().findAll({ queryKey, predicate: isFirst }));
  await client.invalidateQueries({ queryKey });
  if (first.size > 0) await client.invalidateQueries({ queryKey, predicate: (query) => first.has(query) });
}

/** Gathers keys for a moment and refreshes them: no key twice at once, or a slow answer would never arrive. */
export function makeRefresher(client: QueryClient, wait = gatherFor) {
  const stale = new Map<string, readonly unknown[]>();
  const underWay = new Set<string>();
  let isWaiting = false;
  const refresh = async (name: string, queryKey: readonly unknown[]): Promise<void> => {
    stale.delete(name);
    underWay.add(name);
    await refreshAll(client, queryKey).catch(() => {});
    underWay.delete(name);
    if (stale.has(name)) start();
  };
  const refreshStale = (): void => {
    isWaiting = false;
    for (const [name, queryKey] of stale) if (!underWay.has(name)) void refresh(name, queryKey);
  };
  const start = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(refreshStale, wait);
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

/** Keeps in mind since when nothing was heard, and so what is to be asked for when the stream opens. */
function makeKeeper(refresh: ReturnType<typeof makeRefresher>) {
  let isFirst = true;
  let askedAt = 0;
  /** What happened since the first screen asked is told by the stream, unless that is too long ago. */
  const ago = (): number => {
    askedAt = performance.now();
    const since = askedAt - sessionBegunAt() + longestWay;
    if (since > longestAgo) isFirst = false;
    return isFirst ? Math.ceil(since) : 0;
  };
  const opened = (): void => {
    if (!isFirst || performance.now() - askedAt > longestWay) refresh([keys.everything]);
    isFirst = false;
    setLost(false);
  };
  const lost = (): void => {
    isFirst = false;
    setLost(currentSession() !== null);
  };
  return { ago, opened, lost };
}

/** Opens the stream and keeps it open; answers how to close it. */
function connect(session: Session): () => void {
  const refresh = makeRefresher(queryClient);
  const { ago, opened, lost } = makeKeeper(refresh);
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
    const stream = openStream(session, ago, {
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
  const ignoreUnreached = onUnreached(() => {
    if (!isLost) void open();
  });
  void open();
  return () => {
    latest++;
    ignoreNetwork();
    ignoreUnreached();
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
