import { useLayoutEffect } from 'react';

/** Tells whether leaving would lose something; what is gone from the screen loses nothing any more. Told before the next key can be pressed. */
export function useTouched(isTouched: boolean, onTouched: (isTouched: boolean) => void): void {
  useLayoutEffect(() => {
    onTouched(isTouched);
    return () => onTouched(false);
  }, [isTouched, onTouched]);
}
