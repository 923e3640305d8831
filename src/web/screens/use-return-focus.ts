import { useLayoutEffect, useRef } from 'react';

/**
 * When the panel closes, the focus returns to the element that opened it, even if that element was hidden meanwhile.
 */
export function useReturnFocus(isOpen: boolean): void {
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isOpen) {
      before.current = document.activeElement;
      return;
    }
    const isNowhere = document.activeElement === document.body;
    if (isNowhere && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    before.current = null;
  }, [isOpen]);
}
