/** The one stream of live events: what changed in the campus is asked for again. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Session } from '#shared/calls/account.ts';
import type { LiveEvent } from '#shared/calls/live.ts';
import { longestAgo } from '#shared/limits.ts';
import { whileInSight } from './in-sight.ts';
import { type Heard, openStream } from './live-stream.ts';
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
/** Milliseconds that the way to Qasid may take before what happened on it counts as not heard. */
const longestWay = 1000;

/** An answer that is still on its way may have been read before the change, and the first of a list is not begun anew. */
async function refreshAll(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const isFirst = ({ state }: Query) => state.fetchStatus === 'fetching' && state.data === undefined;
  const first = new Set(client.getQueryCache().findAll({ queryKey, predicate: isFirst }));
  await client.invalidateQueries({ queryKey });
  if (first.size > 0) await client.invalidateQueries({ queryKey, predicate: (query) => first.has(query) });
}

/** Throttle: gathers keys for a moment and refreshes them together; no key twice at once, or a slow answer would never arrive. */
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

/** Calls back when the browser says that the network has gone or come; answers how to end it. */
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
/** Milliseconds: the one clock stands still while the computer sleeps, the other can be set. */
const passedSince = ({ running, date }: ClockMark): number =>
  Math.max(performance.now() - running, Date.now() - date);

/** Keeps in mind since when nothing was heard, and so what is to be asked for when the stream opens. */
function makeKeeper(refresh: Refresh) {
  /** Null: it broke off. The server may be another one by then. */
  let heardAt: ClockMark | null = { ...markNow(), running: sessionBegunAt() };
  let asked = { at: 0, isTold: false };
  /** What happened since the first screen asked, or the page went out of sight, is told unless that is too long ago. */
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

/** A session that is only remembered is proven first; then the page hears by one of its own. */
async function openProven(
  session: Session,
  keeper: ReturnType<typeof makeKeeper>,
  heard: Pick<Heard, 'onEvent' | 'onLost'>,
): Promise<(() => void) | undefined> {
  if (isProven(session))
    return openStream(session, keeper.ago, { ...heard, onOpen: keeper.opened, onHeard: keeper.heard });
  await provenSession();
  return undefined;
}

/** Opens the stream and keeps it open; answers how to close it. */
function listen(session: Session, onEvent: Hear, keeper: ReturnType<typeof makeKeeper>): () => void {
  let close = (): void => {};
  let again: ReturnType<typeof setTimeout> | undefined;
  /** Counts the tries: of two that are on their way only the later one stays. */
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
    // What fails here is a part of the app that could not be fetched.
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
  // A stream over a network that is gone says nothing for long; a new one shows at once whether Qasid is reached, which
  // may be this very computer.
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

/** Hears of changes while the page is in sight, and then of those it missed; answers how to end it. */
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

/** Listens while the screen is open, in the session's campus. */
export function useLive(): void {
  const session = useSession();
  useEffect(() => connect(session), [session]);
}
