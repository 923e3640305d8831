import { useLayoutEffect } from 'react';

/**
 * Reports to the parent whether leaving would lose work. When the component is removed, it reports false. A layout
 * effect makes the report arrive before the next key press.
 */
export function useTouched(isTouched: boolean, onTouched: (isTouched: boolean) => void): void {
  useLayoutEffect(() => {
    onTouched(isTouched);
    return () => onTouched(false);
  }, [isTouched, onTouched]);
}
