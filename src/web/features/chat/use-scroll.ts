import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels. Nearer to the end than this is at the end; nearer to the top than that, what is older is wanted. */
const near = 48;
const wantOlder = 400;

type Given = {
  /** The first that is shown: when it changes, older ones were put before. */
  oldest: string | undefined;
  onOlder: () => void;
};

/** Keeps a conversation where one reads it: at the end while one is there, at the same message when older ones come. */
export function useScroll({ oldest, onOlder }: Given) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const toEnd = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);

  const goToEnd = useCallback(() => {
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what is put before that moves the rest
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight - box.clientHeight - toEnd.current;
  }, [oldest]);

  useEffect(() => {
    const box = scroller.current;
    if (!box || !content.current) return;
    // New messages, pictures that have loaded, a field below that has grown.
    const observer = new ResizeObserver(() => {
      if (toEnd.current < near) goToEnd();
    });
    observer.observe(box);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [goToEnd]);

  const onScroll = (): void => {
    const box = scroller.current;
    if (!box) return;
    toEnd.current = box.scrollHeight - box.clientHeight - box.scrollTop;
    setAtEnd(toEnd.current < near);
    if (box.scrollTop < wantOlder) onOlder();
  };
  return { scroller, content, isAtEnd, goToEnd, onScroll };
}
