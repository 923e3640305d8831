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

/** Whether the page is visible and has the focus. Then the page assumes that a person looks at it. */
const useWindowFocused = (): boolean =>
  useSyncExternalStore(watchWindow, () => document.visibilityState === 'visible' && document.hasFocus());

/**
 * Marks the messages of this number as seen as soon as they are visible. Returns the first message that was unread when
 * the chat was opened. Messages that arrive later are not counted.
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
    const wasAlreadyLooking = wasLooking.current;
    wasLooking.current = isLooking;
    if (!isLooking || newest === undefined || newest === marked.current) return;
    marked.current = newest;
    markSeen(number, newest).then(
      (changed) => {
        if (!wasAlreadyLooking && changed > 0) setFirstNew(firstOfLatest(latest.current, newest, changed));
      },
      () => {
        // The call is repeated with the next message, or when the chat is shown again.
        marked.current = undefined;
      },
    );
  }, [isLooking, newest, number]);
  return firstNew;
}
