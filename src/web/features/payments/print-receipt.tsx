import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { printFile } from '../../lib/print-file.ts';
import { fetchReceipt, receiptQuery } from './api.ts';
import { PrintPaper } from './print-paper.tsx';
import { type Handed, ReceiptPaper } from './receipt-paper.tsx';

/** Milliseconds until the counter has the browser draw the receipt: nobody there waits for a paper. */
const longestWait = 1500;

type Props = { paymentID: number; handed?: Handed | undefined; isDuplicate: boolean };

/** Has the server's paper printed; where that is not there in a moment, or the browser shows none, its own. */
export function PrintReceipt({ paymentID, handed, isDuplicate }: Props) {
  const [isOwn, setOwn] = useState(!navigator.pdfViewerEnabled);
  const { data: receipt } = useQuery({ ...receiptQuery(paymentID), enabled: isOwn });
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
      <PrintPaper kind="receipt">
        <ReceiptPaper receipt={receipt} handed={handed} isDuplicate={isDuplicate} />
      </PrintPaper>
    )
  );
}
