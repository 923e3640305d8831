import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels. Within `near` of the end counts as the end, and within `wantOlder` of the top older messages are loaded. */
const near = 48;
const wantOlder = 400;

type ScrollOptions = {
  /** The first shown message. A change means that older ones were added before it. */
  oldest: string | undefined;
  onNearTop: () => void;
};

const topIn = (box: Element, item: Element): number =>
  item.getBoundingClientRect().top - box.getBoundingClientRect().top;

/** Returns a function that stops watching. */
function onResize(elements: readonly Element[], onChange: () => void): () => void {
  const observer = new ResizeObserver(onChange);
  for (const element of elements) observer.observe(element);
  return () => observer.disconnect();
}

/** Remembers a message and its distance from the top, to find the place again. */
function usePlace(scroller: { current: HTMLDivElement | null }) {
  const place = useRef<{ item: Element; top: number }>(undefined);

  const keepPlace = useCallback((): void => {
    const box = scroller.current;
    if (!box) return;
    const known = place.current?.item;
    // Near the top the first visible message is used; further down any existing one will do.
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

/** Whether the reader is at the end, and how to go there. */
function useEnd(scroller: { current: HTMLDivElement | null }) {
  const toEnd = useRef(0);
  /** The position of our own scroll to the end, until the reader scrolls. */
  const ownEnd = useRef(Number.NaN);
  const [isAtEnd, setAtEnd] = useState(true);
  const goToEnd = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    box.scrollTop = box.scrollHeight;
    ownEnd.current = box.scrollTop;
  }, [scroller]);
  const hasLeft = useCallback((): boolean => toEnd.current >= near, []);
  /** Scrolls to the end, or to this item if more follows than fits. A reader who has left the end stays. */
  const showFrom = useCallback(
    (item: Element) => {
      if (hasLeft()) return;
      // The content above may have grown, so that the end is out of sight by now.
      goToEnd();
      item.scrollIntoView({ block: 'nearest' });
    },
    [goToEnd, hasLeft],
  );
  const followScroll = (box: HTMLDivElement): void => {
    // The event of our own scroll comes a frame later. Content that has grown since then does not mean that the reader
    // has left the end.
    if (box.scrollTop === ownEnd.current) goToEnd();
    else ownEnd.current = Number.NaN;
    toEnd.current = box.scrollHeight - box.clientHeight - box.scrollTop;
    setAtEnd(!hasLeft());
  };
  return { isAtEnd, hasLeft, goToEnd, showFrom, followScroll };
}

/** Scroll anchoring: keeps the place of the reader, at the end or at the same message when older ones load. */
export function useScroll({ oldest, onNearTop }: ScrollOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAtEnd, hasLeft, goToEnd, showFrom, followScroll } = useEnd(scroller);
  const { keepPlace, goBack } = usePlace(scroller);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only older messages above move the rest
  useLayoutEffect(() => {
    if (hasLeft()) goBack();
    else goToEnd();
  }, [oldest]);

  useEffect(() => {
    if (!scroller.current || !content.current) return;
    // New messages, loaded pictures and a taller field change the size.
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
