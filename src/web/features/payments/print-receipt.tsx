import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { usualVoucherSettings } from '#shared/money/voucher-settings.ts';
import { printFile } from '../../lib/print-file.ts';
import { voucherSettingsQuery } from '../../lib/voucher-settings.ts';
import { fetchReceipt, receiptQuery } from './api.ts';
import { PrintPaper } from './print-paper.tsx';
import { type Handed, ReceiptPaper } from './receipt-paper.tsx';

/**
 * Milliseconds to wait for the receipt from the server. After that, the browser draws the receipt itself, so that the
 * family at the counter need not wait.
 */
const longestWait = 1500;

type Props = { paymentID: number; handed?: Handed | undefined; isDuplicate: boolean };

/**
 * Prints the receipt that the server has made. If it does not arrive in time, or if the browser has no PDF viewer, the
 * browser draws the receipt itself.
 */
export function PrintReceipt({ paymentID, handed, isDuplicate }: Props) {
  const [browserDraws, setBrowserDraws] = useState(!navigator.pdfViewerEnabled);
  const { data: receipt } = useQuery({ ...receiptQuery(paymentID), enabled: browserDraws });
  const { data: settings } = useQuery(voucherSettingsQuery);
  const given = handed?.given;
  useEffect(() => {
    if (browserDraws) return;
    let isFinished = false;
    const drawHere = (): void => {
      if (!isFinished) setBrowserDraws(true);
      isFinished = true;
    };
    const timer = setTimeout(drawHere, longestWait);
    fetchReceipt(paymentID, { isDuplicate, given }).then((file) => {
      clearTimeout(timer);
      if (!isFinished) printFile(file);
      isFinished = true;
    }, drawHere);
    return () => {
      clearTimeout(timer);
      isFinished = true;
    };
  }, [paymentID, isDuplicate, given, browserDraws]);
  return (
    browserDraws &&
    receipt && (
      <PrintPaper kind={settings?.receiptSize ?? usualVoucherSettings.receiptSize}>
        <ReceiptPaper receipt={receipt} handed={handed} isDuplicate={isDuplicate} />
      </PrintPaper>
    )
  );
}
