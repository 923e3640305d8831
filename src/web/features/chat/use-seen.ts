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
 * Marks the messages of this number as seen once they are visible. Returns the first message that was new when the chat
 * was opened; later ones do not count.
 */
export function useSeen(number: string, items: readonly ChatItem[], isInSight: boolean): string | undefined {
  const isLooking = useWindowFocused() && isInSight;
  const newest = newestInbound(items);
  const marked = useRef<string>(undefined);
  const wasLooking = useRef(false);
  const latest = useRef(items);
  const [firstNew, setFirstNew] = useState<string>();
  useEffect(() => {
    latest.current = items;
  }, [items]);
  useEffect(() => {
    const isWatched = wasLooking.current;
    wasLooking.current = isLooking;
    if (!isLooking || newest === undefined || newest === marked.current) return;
    marked.current = newest;
    markSeen(number, newest).then(
      (changed) => {
        if (!isWatched && changed > 0) setFirstNew(firstOfLatest(latest.current, newest, changed));
      },
      () => {
        // Tried again with the next message, or when the chat is shown again.
        marked.current = undefined;
      },
    );
  }, [isLooking, newest, number]);
  return firstNew;
}
