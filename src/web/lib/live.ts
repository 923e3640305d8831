/** The page's single stream of live events. Each event reloads the data that has changed in the campus. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Session } from '#shared/calls/account.ts';
import type { LiveEvent } from '#shared/calls/live.ts';
import { longestAgo } from '#shared/limits.ts';
import { openStream, type StreamListener, whileVisible } from './live-stream.ts';
import { queryClient } from './query-client.ts';
import { keys, lessUrgentStaleAfter, staleAfter } from './query-keys.ts';
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
const collectFor = 100;
const collectSlowlyFor = 3000;
const tryAgainAfter = 3000;
/** Milliseconds. If opening the stream takes longer, events may have been missed in the meantime. */
const longestOpening = 1000;

/**
 * Reloads queries. A running request may have read the data before the change, so it is repeated. A query that loads
 * for the first time is not cancelled. It is loaded again after it has finished.
 */
async function refreshAll(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const isFirst = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined;
  const first = new Set(client.getQueryCache().findAll({ queryKey, predicate: isFirst }));
  await client.invalidateQueries({ queryKey });
  if (first.size > 0) await client.invalidateQueries({ queryKey, predicate: (query) => first.has(query) });
}

/**
 * Throttle: collects keys for `wait` milliseconds and refreshes them together. A key that is being refreshed waits
 * until that refresh has ended. Otherwise each event would cancel the running request, and a slow answer would never
 * arrive.
 */
export function makeRefresher(client: QueryClient, wait = collectFor) {
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

/** Calls `act` when the browser reports that the network is lost or restored. Returns a function that stops this. */
function onNetwork(act: () => void): () => void {
  window.addEventListener('offline', act);
  window.addEventListener('online', act);
  return () => {
    window.removeEventListener('offline', act);
    window.removeEventListener('online', act);
  };
}

type Refresh = ReturnType<typeof makeRefresher>;
type OnEvent = (event: LiveEvent) => void;

type ClockMark = { running: number; date: number };
const markNow = (): ClockMark => ({ running: performance.now(), date: Date.now() });
/**
 * Milliseconds since the mark. `performance.now` stops while the computer sleeps, and the system time can be changed,
 * so the larger of both differences counts.
 */
const passedSince = ({ running, date }: ClockMark): number =>
  Math.max(performance.now() - running, Date.now() - date);

/** Remembers when the last event was received, and decides what to reload when the stream opens again. */
function makeKeeper(refresh: Refresh) {
  /** Null after the stream broke, because another server process may answer then and cannot repeat the events. */
  let lastChunkAt: ClockMark | null = { ...markNow(), running: sessionBegunAt() };
  let opening = { at: 0, hasMissedEvents: true };
  /**
   * For how many milliseconds the server is to repeat events: since the last event, or since the session began. 0 if
   * that is too long ago for the server.
   */
  const ago = (): number => {
    const since = lastChunkAt ? passedSince(lastChunkAt) + longestOpening : Number.POSITIVE_INFINITY;
    opening = { at: performance.now(), hasMissedEvents: since > longestAgo };
    return opening.hasMissedEvents ? 0 : Math.ceil(since);
  };
  const opened = (): void => {
    if (opening.hasMissedEvents || performance.now() - opening.at > longestOpening)
      refresh([keys.everything]);
    setLost(false);
  };
  const chunkReceived = (): void => {
    lastChunkAt = markNow();
  };
  const forgetLastChunk = (): void => {
    lastChunkAt = null;
  };
  const lost = (): void => {
    forgetLastChunk();
    setLost(currentSession() !== null);
  };
  return { ago, opened, chunkReceived, forgetLastChunk, lost };
}

/** Opens the stream of a session that has a token. A remembered session gets its token first and opens no stream. */
async function openProven(
  session: Session,
  keeper: ReturnType<typeof makeKeeper>,
  callbacks: Pick<StreamListener, 'onEvent' | 'onLost'>,
): Promise<(() => void) | undefined> {
  if (isProven(session))
    return openStream(session, keeper.ago, {
      ...callbacks,
      onOpen: keeper.opened,
      onChunk: keeper.chunkReceived,
    });
  await provenSession();
  return undefined;
}

/** Opens the stream and keeps it open. Returns a function that closes it. */
function listen(session: Session, onEvent: OnEvent, keeper: ReturnType<typeof makeKeeper>): () => void {
  let close = (): void => {};
  let again: ReturnType<typeof setTimeout> | undefined;
  /** Numbers the attempts. If two attempts run at the same time, only the later attempt keeps its stream. */
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
    // This catches a failed download of the `eventsource` package and a failed check of the session.
    const stop = await stream.catch(() => {
      if (attempt !== latest) return;
      keeper.lost();
      openSoon();
    });
    if (attempt !== latest) stop?.();
    else if (stop) close = stop;
  };
  const openAnew = (): void => {
    keeper.forgetLastChunk();
    void open();
  };
  // After the network changed, an open stream may stay silent for long. Opening a new stream shows at once whether
  // Qasid is reachable. Qasid may also run on this computer, where it needs no network.
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

/**
 * Receives live events while the page is visible. When the page becomes visible again, it also catches up on missed
 * events. Returns a function that stops this.
 */
export function connect(session: Session): () => void {
  const refresh = makeRefresher(queryClient);
  const refreshSlowly = makeRefresher(queryClient, collectSlowlyFor);
  const keeper = makeKeeper(refresh);
  const onEvent: OnEvent = (event) => {
    refresh(staleAfter(event));
    refreshSlowly(lessUrgentStaleAfter(event));
  };
  const stop = whileVisible(() => listen(session, onEvent, keeper));
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
