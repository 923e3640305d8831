import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels. A scroll position this close to the end counts as the end. */
const endTolerance = 48;
/** Pixels. Older messages are loaded when the scroll position is this close to the top. */
const loadOlderBelow = 400;

type ScrollOptions = {
  /** The id of the first shown message. A change means that older messages were added before it. */
  oldest: string | undefined;
  onNearTop: () => void;
};

const topIn = (box: Element, item: Element): number =>
  item.getBoundingClientRect().top - box.getBoundingClientRect().top;

/** Calls `onChange` when an element changes its size. The returned function ends this. */
function onResize(elements: readonly Element[], onChange: () => void): () => void {
  const observer = new ResizeObserver(onChange);
  for (const element of elements) observer.observe(element);
  return () => observer.disconnect();
}

/** Remembers a message and its distance from the top, and can restore this scroll position later. */
function usePlace(scroller: { current: HTMLDivElement | null }) {
  const place = useRef<{ item: Element; top: number }>(undefined);

  const keepPlace = useCallback((): void => {
    const box = scroller.current;
    if (!box) return;
    const known = place.current?.item;
    // Near the top the first visible message is remembered. Further down the earlier choice is kept.
    const isKnownKept = known?.isConnected && box.scrollTop >= loadOlderBelow;
    const item = isKnownKept ? known : [...box.querySelectorAll('li')].find((li) => topIn(box, li) >= 0);
    place.current = item && { item, top: topIn(box, item) };
  }, [scroller]);
  const goBack = useCallback((): void => {
    const box = scroller.current;
    if (box && place.current?.item.isConnected)
      box.scrollTop += topIn(box, place.current.item) - place.current.top;
  }, [scroller]);
  return { keepPlace, goBack };
}

/** Tells whether the user is at the end of the conversation, and scrolls to the end. */
function useEnd(scroller: { current: HTMLDivElement | null }) {
  const toEnd = useRef(0);
  /** The scroll position that `goToEnd` has set. It is NaN after the user has scrolled. */
  const endPosition = useRef(Number.NaN);
  const [isAtEnd, setAtEnd] = useState(true);
  const goToEnd = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    box.scrollTop = box.scrollHeight;
    endPosition.current = box.scrollTop;
  }, [scroller]);
  const hasLeft = useCallback((): boolean => toEnd.current >= endTolerance, []);
  /**
   * Scrolls to the end. If this item would then be above the visible part, scrolls to the item. Does nothing if the
   * user has scrolled away from the end.
   */
  const showFrom = useCallback(
    (item: Element) => {
      if (hasLeft()) return;
      // The content may have grown in the meantime, and the end may no longer be visible.
      goToEnd();
      item.scrollIntoView({ block: 'nearest' });
    },
    [goToEnd, hasLeft],
  );
  const followScroll = (box: HTMLDivElement): void => {
    // The event of a scroll by `goToEnd` comes a frame later. If the content has grown since then, the user has not
    // scrolled away from the end, so the page scrolls to the new end.
    if (box.scrollTop === endPosition.current) goToEnd();
    else endPosition.current = Number.NaN;
    toEnd.current = box.scrollHeight - box.clientHeight - box.scrollTop;
    setAtEnd(!hasLeft());
  };
  return { isAtEnd, hasLeft, goToEnd, showFrom, followScroll };
}

/** Scroll anchoring: the user stays at the end, or at the same message when older messages are loaded above it. */
export function useScroll({ oldest, onNearTop }: ScrollOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAtEnd, hasLeft, goToEnd, showFrom, followScroll } = useEnd(scroller);
  const { keepPlace, goBack } = usePlace(scroller);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only older messages that are loaded above move the others
  useLayoutEffect(() => {
    if (hasLeft()) goBack();
    else goToEnd();
  }, [oldest]);

  useEffect(() => {
    if (!scroller.current || !content.current) return;
    // The size changes because of new messages, loaded pictures, or a taller input field.
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
    if (box.scrollTop < loadOlderBelow) onNearTop();
  };
  return { scroller, content, isAtEnd, goToEnd, showFrom, onScroll };
}
