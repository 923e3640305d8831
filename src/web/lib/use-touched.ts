import { useLayoutEffect } from 'react';

/**
 * Reports whether leaving would lose something; a removed component loses nothing. It reports before the next key can
 * be pressed.
 */
export function useTouched(isTouched: boolean, onTouched: (isTouched: boolean) => void): void {
  useLayoutEffect(() => {
    onTouched(isTouched);
    return () => onTouched(false);
  }, [isTouched, onTouched]);
}
