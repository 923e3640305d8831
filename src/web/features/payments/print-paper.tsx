import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { ReceiptSize } from '#shared/money/voucher-settings.ts';
import classes from './print-paper.module.css';

type Props = {
  /** The paper: a receipt is printed on a roll or on A5, and a day book or report on a sheet of A4. */
  kind: ReceiptSize | 'sheet';
  children: ReactNode;
};

/**
 * Prints its children once, when they are rendered and the fonts are loaded. The screen does not show them. They must
 * stay rendered until the next print, because some browsers read them only after `print` has returned.
 */
export function PrintPaper({ kind, children }: Props) {
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void document.fonts.ready.then(() => requestAnimationFrame(() => window.print()));
  }, []);
  return createPortal(
    <div className={classes.paper} data-kind={kind} data-paper>
      {children}
    </div>,
    document.body,
  );
}
