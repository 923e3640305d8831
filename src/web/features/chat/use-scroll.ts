import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels. Nearer to the end than this is at the end; nearer to the top than that, what is older is wanted. */
const near = 48;
const wantOlder = 400;

type Given = {
  /** The first that is shown: when it changes, older ones were put before. */
  oldest: string | undefined;
  onNearTop: () => void;
};

const topIn = (box: Element, item: Element): number =>
  item.getBoundingClientRect().top - box.getBoundingClientRect().top;

/** A message by which one's place is known again, and how far below the top it stands. */
function usePlace(scroller: { current: HTMLDivElement | null }) {
  const place = useRef<{ item: Element; top: number }>(undefined);

  const keep = useCallback((): void => {
    const box = scroller.current;
    if (!box) return;
    const known = place.current?.item;
    // Near the top it is the first in sight; further down any that is there will do.
    const isChosen = known?.isConnected && box.scrollTop >= wantOlder;
    const item = isChosen ? known : [...box.querySelectorAll('li')].find((one) => topIn(box, one) >= 0);
    place.current = item && { item, top: topIn(box, item) };
  }, [scroller]);
  const goBack = useCallback((): void => {
    const box = scroller.current;
    if (box && place.current?.item.isConnected)
      box.scrollTop += topIn(box, place.current.item) - place.current.top;
  }, [scroller]);
  return { keep, goBack };
}

/** Keeps a conversation where one reads it: at the end while one is there, at the same message when older ones come. */
export function useScroll({ oldest, onNearTop }: Given) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const toEnd = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);
  const { keep, goBack } = usePlace(scroller);

  const goToEnd = useCallback(() => {
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what is put before that moves the rest
  useLayoutEffect(() => {
    if (toEnd.current < near) goToEnd();
    else goBack();
  }, [oldest]);

  useEffect(() => {
    const box = scroller.current;
    if (!box || !content.current) return;
    // New messages, pictures that have loaded, a field below that has grown.
    const observer = new ResizeObserver(() => {
      if (toEnd.current < near) goToEnd();
      else keep();
    });
    observer.observe(box);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [goToEnd, keep]);

  const onScroll = (): void => {
    const box = scroller.current;
    if (!box) return;
    toEnd.current = box.scrollHeight - box.clientHeight - box.scrollTop;
    setAtEnd(toEnd.current < near);
    keep();
    if (box.scrollTop < wantOlder) onNearTop();
  };
  return { scroller, content, isAtEnd, goToEnd, onScroll };
}
