import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { ReceiptSize } from '#shared/voucher-settings.ts';
import classes from './print-paper.module.css';

type Props = {
  /** A receipt is on a roll or on A5; a book or report is on a sheet of A4. */
  kind: ReceiptSize | 'sheet';
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
