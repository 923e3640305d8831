import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels. Nearer to the end than this is at the end; nearer to the top than that, what is older is wanted. */
const near = 48;
const wantOlder = 400;

type ScrollOptions = {
  /** The first that is shown: when it changes, older ones were put before. */
  oldest: string | undefined;
  onNearTop: () => void;
};

const topIn = (box: Element, item: Element): number =>
  item.getBoundingClientRect().top - box.getBoundingClientRect().top;

/** Answers how to stop watching. */
function onResize(elements: readonly Element[], onChange: () => void): () => void {
  const observer = new ResizeObserver(onChange);
  for (const element of elements) observer.observe(element);
  return () => observer.disconnect();
}

/** A message by which one's place is known again, and how far below the top it stands. */
function usePlace(scroller: { current: HTMLDivElement | null }) {
  const place = useRef<{ item: Element; top: number }>(undefined);

  const keepPlace = useCallback((): void => {
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
  return { keepPlace, goBack };
}

/** Whether one is at the end, and the ways there. */
function useEnd(scroller: { current: HTMLDivElement | null }) {
  const toEnd = useRef(0);
  /** Where it was scrolled to the end, until the reader scrolls. */
  const ownEnd = useRef(Number.NaN);
  const [isAtEnd, setAtEnd] = useState(true);
  const goToEnd = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    box.scrollTop = box.scrollHeight;
    ownEnd.current = box.scrollTop;
  }, [scroller]);
  const hasLeft = useCallback((): boolean => toEnd.current >= near, []);
  /** To the end, or to where this begins if more follows it than fits; whoever has left the end stays where she reads. */
  const showFrom = useCallback(
    (item: Element) => {
      if (hasLeft()) return;
      // What is above the thread may have grown and the end be out of sight by now.
      goToEnd();
      item.scrollIntoView({ block: 'nearest' });
    },
    [goToEnd, hasLeft],
  );
  const followScroll = (box: HTMLDivElement): void => {
    // The event of our own scroll comes a frame later: what has grown since is no reader who has left the end.
    if (box.scrollTop === ownEnd.current) goToEnd();
    else ownEnd.current = Number.NaN;
    toEnd.current = box.scrollHeight - box.clientHeight - box.scrollTop;
    setAtEnd(!hasLeft());
  };
  return { isAtEnd, hasLeft, goToEnd, showFrom, followScroll };
}

/** Scroll anchoring: keeps a conversation where one reads it: at the end while one is there, at the same message when older ones come. */
export function useScroll({ oldest, onNearTop }: ScrollOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAtEnd, hasLeft, goToEnd, showFrom, followScroll } = useEnd(scroller);
  const { keepPlace, goBack } = usePlace(scroller);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what is put before that moves the rest
  useLayoutEffect(() => {
    if (hasLeft()) goBack();
    else goToEnd();
  }, [oldest]);

  useEffect(() => {
    if (!scroller.current || !content.current) return;
    // New messages, pictures that have loaded, a field below that has grown.
    return onResize([scroller.current, content.current], () => {
      if (hasLeft()) keepPlace();
      else goToEnd();
    });
  }, [goToEnd, hasLeft, keepPlace]);

  const onScroll = (): void => {
    const box = scroller.current;
    if (!box) return;
    followScroll(box);
    keepPlace();
    if (box.scrollTop < wantOlder) onNearTop();
  };
  return { scroller, content, isAtEnd, goToEnd, showFrom, onScroll };
}
