import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ChatItem } from '#shared/calls/chat.ts';
import { markSeen } from './api.ts';
import { firstOfLatest, newestInbound } from './rules.ts';

function watchWindow(watcher: () => void): () => void {
  const events = ['focus', 'blur', 'visibilitychange'] as const;
  for (const event of events) window.addEventListener(event, watcher, true);
  return () => {
    for (const event of events) window.removeEventListener(event, watcher, true);
  };
}

/** Whether somebody looks at the page, as far as a browser can tell. */
const useWindowFocused = (): boolean =>
  useSyncExternalStore(watchWindow, () => document.visibilityState === 'visible' && document.hasFocus());

/**
 * Tells the campus that what this number wrote has been looked at, once it is in sight. Answers the first message that
 * was new when one came to look; what arrives under one's eyes is not.
 */
export function useSeen(number: string, items: readonly ChatItem[], isInSight: boolean): string | undefined {
  const isLooking = useWindowFocused() && isInSight;
  const newest = newestInbound(items);
  const told = useRef<string>(undefined);
  const wasLooking = useRef(false);
  const latest = useRef(items);
  const [firstNew, setFirstNew] = useState<string>();
  useEffect(() => {
    latest.current = items;
  }, [items]);
  useEffect(() => {
    const isWatched = wasLooking.current;
    wasLooking.current = isLooking;
    if (!isLooking || newest === undefined || newest === told.current) return;
    told.current = newest;
    markSeen(number, newest).then(
      (changed) => {
        if (!isWatched && changed > 0) setFirstNew(firstOfLatest(latest.current, newest, changed));
      },
      () => {
        // Told again with the next message, or when one looks here again.
        told.current = undefined;
      },
    );
  }, [isLooking, newest, number]);
  return firstNew;
}
