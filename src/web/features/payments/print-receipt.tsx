import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Receipt } from '#shared/calls/payments.ts';
import { usualVoucherSettings } from '#shared/money/voucher-settings.ts';
import { printFile } from '../../lib/print-file.ts';
import { queryClient } from '../../lib/query-client.ts';
import { voucherSettingsQuery } from '../../lib/voucher-settings.ts';
import { handOutReceipt, receiptQuery } from './api.ts';
import { PrintPaper } from './print-paper.tsx';
import { type Handed, ReceiptPaper } from './receipt-paper.tsx';

/**
 * Milliseconds to wait for the receipt from the server. After that, the browser draws the receipt itself, so that the
 * family at the counter need not wait.
 */
const longestWait = 1500;

type Props = { paymentID: number; handed?: Handed | undefined };

/**
 * Prints the receipt that the server hands out. If it does not arrive in time, or if the browser has no PDF viewer, the
 * browser draws the receipt itself. The server counts the print in each case, and decides whether it is a duplicate.
 */
export function PrintReceipt({ paymentID, handed }: Props) {
  const [drawn, setDrawn] = useState<Receipt>();
  const { data: settings } = useQuery(voucherSettingsQuery);
  const given = handed?.given;
  useEffect(() => {
    let isFinished = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const print = async (): Promise<void> => {
      // Loaded before the hand-out, so that `printed` counts only earlier prints.
      const receipt = await queryClient.fetchQuery({ ...receiptQuery(paymentID), staleTime: 0 });
      const drawHere = (): void => {
        if (!isFinished) setDrawn(receipt);
        isFinished = true;
      };
      if (isFinished) return;
      timer = setTimeout(drawHere, longestWait);
      const file = await handOutReceipt(paymentID, given).catch(() => undefined);
      clearTimeout(timer);
      if (!file || !navigator.pdfViewerEnabled) drawHere();
      else if (!isFinished) printFile(file);
      isFinished = true;
    };
    void print().catch(() => undefined);
    return () => {
      clearTimeout(timer);
      isFinished = true;
    };
  }, [paymentID, given]);
  return (
    drawn && (
      <PrintPaper kind={settings?.receiptSize ?? usualVoucherSettings.receiptSize}>
        <ReceiptPaper receipt={drawn} handed={handed} isDuplicate={drawn.printed > 0} />
      </PrintPaper>
    )
  );
}
