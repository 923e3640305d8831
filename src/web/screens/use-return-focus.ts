import { useLayoutEffect, useRef } from 'react';

/** When the panel closes the focus goes back to what opened it, though that may have been out of sight meanwhile. */
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
