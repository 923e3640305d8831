import { useEffect } from 'react';

/** Tells whether leaving would lose something; what is gone from the screen loses nothing any more. */
export function useTouched(isTouched: boolean, onTouched: (isTouched: boolean) => void): void {
  useEffect(() => {
    onTouched(isTouched);
    return () => onTouched(false);
  }, [isTouched, onTouched]);
}
