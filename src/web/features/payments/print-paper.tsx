import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import classes from './print-paper.module.css';

type Props = {
  /** A receipt is as wide as its roll, a book as a sheet. */
  kind: 'receipt' | 'sheet';
  children: ReactNode;
};

/**
 * Goes to the printer, once, when it is drawn and its letters are there; on the screen nothing is seen of it. Not
 * every browser has read it when `print` returns, so that it stays until something else is printed.
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
