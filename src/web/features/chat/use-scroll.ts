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

const distanceFromTop = (box: Element, item: Element): number =>
  item.getBoundingClientRect().top - box.getBoundingClientRect().top;

/** Calls `onChange` when an element changes its size. The returned function ends this. */
function onResize(elements: readonly Element[], onChange: () => void): () => void {
  const observer = new ResizeObserver(onChange);
  for (const element of elements) observer.observe(element);
  return () => observer.disconnect();
}

/** Remembers a message and its distance from the top, and can restore this scroll position later. */
function useScrollAnchor(scroller: { current: HTMLDivElement | null }) {
  const anchor = useRef<{ item: Element; top: number }>(undefined);

  const saveAnchor = useCallback((): void => {
    const box = scroller.current;
    if (!box) return;
    const known = anchor.current?.item;
    // Near the top, the first visible message becomes the anchor. Further down, the earlier anchor is kept if it
    // exists.
    const keepsAnchor = known?.isConnected && box.scrollTop >= loadOlderBelow;
    const item = keepsAnchor
      ? known
      : [...box.querySelectorAll('li')].find((li) => distanceFromTop(box, li) >= 0);
    anchor.current = item && { item, top: distanceFromTop(box, item) };
  }, [scroller]);
  const restoreAnchor = useCallback((): void => {
    const box = scroller.current;
    if (box && anchor.current?.item.isConnected)
      box.scrollTop += distanceFromTop(box, anchor.current.item) - anchor.current.top;
  }, [scroller]);
  return { saveAnchor, restoreAnchor };
}

/** Tells whether the user is at the end of the conversation, and scrolls to the end. */
function useEnd(scroller: { current: HTMLDivElement | null }) {
  const distanceToEnd = useRef(0);
  /** The scroll position that `goToEnd` has set. It is NaN after the user has scrolled. */
  const endPosition = useRef(Number.NaN);
  const [isAtEnd, setAtEnd] = useState(true);
  const goToEnd = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    box.scrollTop = box.scrollHeight;
    endPosition.current = box.scrollTop;
  }, [scroller]);
  const isAwayFromEnd = useCallback((): boolean => distanceToEnd.current >= endTolerance, []);
  /**
   * Scrolls to the end. If this item would then be above the visible part, scrolls to the item. Does nothing if the
   * user has scrolled away from the end.
   */
  const showFrom = useCallback(
    (item: Element) => {
      if (isAwayFromEnd()) return;
      // The content may have grown in the meantime, and the end may no longer be visible.
      goToEnd();
      item.scrollIntoView({ block: 'nearest' });
    },
    [goToEnd, isAwayFromEnd],
  );
  const followScroll = (box: HTMLDivElement): void => {
    // The event of a scroll by `goToEnd` comes a frame later. If the content has grown since then, the user has not
    // scrolled away from the end, so the page scrolls to the new end.
    if (box.scrollTop === endPosition.current) goToEnd();
    else endPosition.current = Number.NaN;
    distanceToEnd.current = box.scrollHeight - box.clientHeight - box.scrollTop;
    setAtEnd(!isAwayFromEnd());
  };
  return { isAtEnd, isAwayFromEnd, goToEnd, showFrom, followScroll };
}

/** Scroll anchoring: the user stays at the end, or at the same message when older messages are loaded above it. */
export function useScroll({ oldest, onNearTop }: ScrollOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAtEnd, isAwayFromEnd, goToEnd, showFrom, followScroll } = useEnd(scroller);
  const { saveAnchor, restoreAnchor } = useScrollAnchor(scroller);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only older messages that are loaded above move the others
  useLayoutEffect(() => {
    if (isAwayFromEnd()) restoreAnchor();
    else goToEnd();
  }, [oldest]);

  useEffect(() => {
    if (!scroller.current || !content.current) return;
    // The size changes because of new messages, loaded pictures, or a taller input field.
    return onResize([scroller.current, content.current], () => {
      if (isAwayFromEnd()) saveAnchor();
      else goToEnd();
    });
  }, [goToEnd, isAwayFromEnd, saveAnchor]);

  const onScroll = (): void => {
    const box = scroller.current;
    if (!box) return;
    followScroll(box);
    saveAnchor();
    if (box.scrollTop < loadOlderBelow) onNearTop();
  };
  return { scroller, content, isAtEnd, goToEnd, showFrom, onScroll };
}
