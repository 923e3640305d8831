import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import classes from './print-paper.module.css';

type Props = {
  /** A receipt is as wide as the paper roll, a book as wide as a sheet. */
  kind: 'receipt' | 'sheet';
  children: ReactNode;
};

/**
 * Prints its children once, when they are rendered and the fonts are loaded; the screen does not show them. Some
 * browsers read them only after `print` returns, so they stay until the next print.
 */
export function PrintPaper({ kind, children }: Props) {
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void document.fonts.ready.then(() => requestAnimationFrame(() => window.print()));
  }, []);
  return createPortal(
    <div className={classes.paper} data-kind={kind} data-paper>
      {children}
    </div>,
    document.body,
  );
}
