/** The one stream of live events: what changed in the campus is asked for again. */
import type { QueryClient } from '@tanstack/react-query';
import type { EventSource as Source } from 'eventsource';
import { useEffect, useSyncExternalStore } from 'react';
import type { Session } from '#shared/calls/account.ts';
import type { LiveEvent } from '#shared/calls/live.ts';
import { staleAfter } from './keys.ts';
import { queryClient } from './query-client.ts';
import { currentSession, keepSession, useSession } from './session.ts';

const gatherFor = 300;
const tryAgainAfter = 3000;

/** Gathers keys for a moment and refreshes them; never twice at once, or a slow answer would never arrive. */
export function makeRefresher(client: Pick<QueryClient, 'invalidateQueries'>, wait = gatherFor) {
  const stale = new Map<string, readonly unknown[]>();
  let isWaiting = false;
  const refresh = async (): Promise<void> => {
    const batch = [...stale.values()];
    stale.clear();
    await Promise.allSettled(batch.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })));
    isWaiting = false;
    if (stale.size > 0) start();
  };
  const start = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => void refresh(), wait);
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

function readEvent(data: string): LiveEvent | null {
  try {
    return JSON.parse(data) as LiveEvent;
  } catch {
    return null;
  }
}

/** Opens the stream and keeps it open; answers how to close it. */
function connect(session: Session): () => void {
  const refresh = makeRefresher(queryClient);
  let source: Source | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const open = async (): Promise<void> => {
    const { EventSource } = await import('eventsource');
    if (isClosed) return;
    const query = new URLSearchParams({ db: session.db, cID: String(session.cId) });
    const opened = new EventSource(`/api/Live?${query}`, {
      fetch: (url, init) =>
        fetch(url, { ...init, headers: { ...init.headers, Authorization: `Bearer ${session.token}` } }),
    });
    source = opened;
    opened.onopen = () => {
      // Whatever happened meanwhile was not heard.
      if (isLost) void queryClient.invalidateQueries();
      setLost(false);
    };
    opened.onmessage = ({ data }: MessageEvent<string>) => {
      const event = readEvent(data);
      if (event) refresh(staleAfter(event));
    };
    opened.onerror = ({ code }) => {
      if (code === 401 && currentSession() === session) keepSession(null);
      setLost(currentSession() !== null);
      // A refused stream does not come back by itself, as one that merely broke off does.
      if (opened.readyState === EventSource.CLOSED && !isClosed) {
        again = setTimeout(() => void reopen(), tryAgainAfter);
      }
    };
  };
  const reopen = (): Promise<void> =>
    open().catch(() => {
      again = setTimeout(() => void reopen(), tryAgainAfter);
    });

  void reopen();
  return () => {
    isClosed = true;
    clearTimeout(again);
    source?.close();
    setLost(false);
  };
}

/** Listens while the screen is open, in the session's campus. */
export function useLive(): void {
  const session = useSession();
  useEffect(() => connect(session), [session]);
}
