import { useEffect } from 'react';

/** When this is gone, the focus goes back to where it was before it came; whoever has gone on elsewhere stays there. */
export function useGivenBackFocus(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      const isNowhere = document.activeElement === document.body;
      if (isNowhere && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
}
