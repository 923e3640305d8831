/** The page's single stream of live events. Each event reloads the data that has changed in the campus. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Session } from '#shared/calls/account.ts';
import type { LiveEvent } from '#shared/calls/live.ts';
import { longestAgo } from '#shared/limits.ts';
import { openStream, type StreamListener, whileInSight } from './live-stream.ts';
import { queryClient } from './query-client.ts';
import { calmlyStaleAfter, keys, staleAfter } from './query-keys.ts';
import { onServerUnreachable } from './server-reachability.ts';
import {
  currentSession,
  isProven,
  keepSession,
  provenSession,
  sessionBegunAt,
  useSession,
} from './session.ts';

/** Milliseconds. */
const gatherFor = 100;
const gatherCalmlyFor = 3000;
const tryAgainAfter = 3000;
/** Milliseconds. If opening the stream takes longer, events may have been missed meanwhile. */
const longestWay = 1000;

/**
 * A running request may have read the data before the change, so it is made again. The first load of a list is not
 * cancelled; it is repeated afterwards.
 */
async function refreshAll(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const isFirst = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined;
  const first = new Set(client.getQueryCache().findAll({ queryKey, predicate: isFirst }));
  await client.invalidateQueries({ queryKey });
  if (first.size > 0) await client.invalidateQueries({ queryKey, predicate: (query) => first.has(query) });
}

/**
 * Throttle: gathers keys for a moment and refreshes them together. A key that is being refreshed waits, or a slow
 * answer would never arrive.
 */
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

export const isConnectionLost = (): boolean => isLost;

export const useConnectionLost = (): boolean =>
  useSyncExternalStore((watcher) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }, isConnectionLost);

/** Calls back when the browser reports that the network is lost or back. Returns a function that stops it. */
function onNetwork(act: () => void): () => void {
  window.addEventListener('offline', act);
  window.addEventListener('online', act);
  return () => {
    window.removeEventListener('offline', act);
    window.removeEventListener('online', act);
  };
}

type Refresh = ReturnType<typeof makeRefresher>;
type Hear = (event: LiveEvent) => void;

type ClockMark = { running: number; date: number };
const markNow = (): ClockMark => ({ running: performance.now(), date: Date.now() });
/**
 * Milliseconds. One clock stops while the computer sleeps, and the other can be changed, so the larger value counts.
 */
const passedSince = ({ running, date }: ClockMark): number =>
  Math.max(performance.now() - running, Date.now() - date);

/** Remembers since when no event was received, and so what to reload when the stream opens. */
function makeKeeper(refresh: Refresh) {
  /** Null after the stream broke off, because another server may answer then. */
  let heardAt: ClockMark | null = { ...markNow(), running: sessionBegunAt() };
  let asked = { at: 0, isTold: false };
  /**
   * The server repeats the events since the session began, or since the page was hidden, unless that is too long ago.
   */
  const ago = (): number => {
    const since = heardAt ? passedSince(heardAt) + longestWay : Number.POSITIVE_INFINITY;
    asked = { at: performance.now(), isTold: since <= longestAgo };
    return asked.isTold ? Math.ceil(since) : 0;
  };
  const opened = (): void => {
    if (!asked.isTold || performance.now() - asked.at > longestWay) refresh([keys.everything]);
    setLost(false);
  };
  const heard = (): void => {
    heardAt = markNow();
  };
  const forget = (): void => {
    heardAt = null;
  };
  const lost = (): void => {
    forget();
    setLost(currentSession() !== null);
  };
  return { ago, opened, heard, forget, lost };
}

/** A remembered session is proven first. The proven session then opens a stream of its own. */
async function openProven(
  session: Session,
  keeper: ReturnType<typeof makeKeeper>,
  heard: Pick<StreamListener, 'onEvent' | 'onLost'>,
): Promise<(() => void) | undefined> {
  if (isProven(session))
    return openStream(session, keeper.ago, { ...heard, onOpen: keeper.opened, onHeard: keeper.heard });
  await provenSession();
  return undefined;
}

/** Opens the stream and keeps it open. Returns a function that closes it. */
function listen(session: Session, onEvent: Hear, keeper: ReturnType<typeof makeKeeper>): () => void {
  let close = (): void => {};
  let again: ReturnType<typeof setTimeout> | undefined;
  /** Counts the attempts, so that of two running attempts only the later one is kept. */
  let latest = 0;
  const open = async (): Promise<void> => {
    const attempt = ++latest;
    clearTimeout(again);
    close();
    const openSoon = (): void => {
      if (attempt === latest) again = setTimeout(() => void open(), tryAgainAfter);
    };
    const stream = openProven(session, keeper, {
      onEvent,
      onLost: ({ status, isOver }) => {
        if (status === 401 && currentSession() === session) keepSession(null);
        keeper.lost();
        if (isOver) openSoon();
      },
    });
    // Only a failed download of a part of the app ends here.
    const stop = await stream.catch(() => {
      if (attempt !== latest) return;
      keeper.lost();
      openSoon();
    });
    if (attempt !== latest) stop?.();
    else if (stop) close = stop;
  };
  const openAnew = (): void => {
    keeper.forget();
    void open();
  };
  // A stream over a lost network stays silent for long. A new one shows at once whether Qasid is reachable, which may
  // run on this computer.
  const ignoreNetwork = onNetwork(openAnew);
  const ignoreUnreached = onServerUnreachable(() => {
    if (!isLost) openAnew();
  });
  void open();
  return () => {
    latest++;
    ignoreNetwork();
    ignoreUnreached();
    clearTimeout(again);
    close();
  };
}

/** Receives changes while the page is visible, and afterwards those it missed. Returns a function that stops it. */
export function connect(session: Session): () => void {
  const refresh = makeRefresher(queryClient);
  const refreshCalmly = makeRefresher(queryClient, gatherCalmlyFor);
  const keeper = makeKeeper(refresh);
  const hear: Hear = (event) => {
    refresh(staleAfter(event));
    refreshCalmly(calmlyStaleAfter(event));
  };
  const stop = whileInSight(() => listen(session, hear, keeper));
  return () => {
    stop();
    setLost(false);
  };
}

/** Receives live events of the session's campus while the screen is open. */
export function useLive(): void {
  const session = useSession();
  useEffect(() => connect(session), [session]);
}
