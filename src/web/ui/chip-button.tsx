import type { ReactNode } from 'react';
import classes from './chip-button.module.css';

/** A small button in the shape of a badge. */
export function ChipButton({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <button type="button" className={classes.chip} onClick={onClick}>
      {children}
    </button>
  );
}
