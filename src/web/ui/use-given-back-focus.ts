import { useEffect } from 'react';

/** On unmount the focus returns to the element that had it before, unless another element has it by then. */
export function useGivenBackFocus(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      const isNowhere = document.activeElement === document.body;
      if (isNowhere && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}
