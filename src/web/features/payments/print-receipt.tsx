import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usualVoucherSettings } from '#shared/voucher-settings.ts';
import { printFile } from '../../lib/print-file.ts';
import { voucherSettingsQuery } from '../../lib/voucher-settings.ts';
import { fetchReceipt, receiptQuery } from './api.ts';
import { PrintPaper } from './print-paper.tsx';
import { type Handed, ReceiptPaper } from './receipt-paper.tsx';

/**
 * Milliseconds to wait for the server's receipt. After that the browser draws its own, because nobody at the counter
 * waits for a paper.
 */
const longestWait = 1500;

type Props = { paymentID: number; handed?: Handed | undefined; isDuplicate: boolean };

/**
 * Prints the receipt from the server. If it does not arrive soon, or the browser has no PDF viewer, the browser draws
 * it.
 */
export function PrintReceipt({ paymentID, handed, isDuplicate }: Props) {
  const [isOwn, setOwn] = useState(!navigator.pdfViewerEnabled);
  const { data: receipt } = useQuery({ ...receiptQuery(paymentID), enabled: isOwn });
  const { data: settings } = useQuery(voucherSettingsQuery);
  const given = handed?.given;
  useEffect(() => {
    if (isOwn) return;
    let isOver = false;
    const drawOwn = (): void => {
      if (!isOver) setOwn(true);
      isOver = true;
    };
    const timer = setTimeout(drawOwn, longestWait);
    fetchReceipt(paymentID, { isDuplicate, given }).then((file) => {
      clearTimeout(timer);
      if (!isOver) printFile(file);
      isOver = true;
    }, drawOwn);
    return () => {
      clearTimeout(timer);
      isOver = true;
    };
  }, [paymentID, isDuplicate, given, isOwn]);
  return (
    isOwn &&
    receipt && (
      <PrintPaper kind={settings?.receiptSize ?? usualVoucherSettings.receiptSize}>
        <ReceiptPaper receipt={receipt} handed={handed} isDuplicate={isDuplicate} />
      </PrintPaper>
    )
  );
}
