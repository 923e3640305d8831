/** The tables of papers. Only this area writes them. Instants are ISO text, amounts are paisa. */
import type { Generated } from 'kysely';
import type { PaperLanguage, ReceiptSize, VoucherOrder } from '#shared/money/voucher-settings.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** The paper settings of a campus. Without a row the defaults apply. */
    voucher_setting: {
      campusID: number;
      /** Separated by commas. */
      copies: string;
      language: PaperLanguage;
      numbering: 'voucher' | 'student';
      sorting: VoucherOrder;
      termsEn: string;
      termsUr: string;
      renewFine: number;
      renewDays: number;
      receiptSize: ReceiptSize;
    };
    /**
     * A file of vouchers that is being made or was made recently. `touchedAt`: the time of the last reported
     * progress.
     */
    voucher_job: {
      id: Generated<number>;
      campusID: number;
      clientID: string;
      state: 'working' | 'done' | 'failed' | 'cancelled';
      vouchers: number;
      made: number;
      name: string;
      /** The vouchers that could not be made, as JSON: `VoucherProblem[]`. */
      problems: Generated<string>;
      /** Of a finished file that nobody has taken: its vouchers as JSON, to be recorded as printed when it is taken. */
      contents: Text;
      createdAt: string;
      createdBy: string;
      touchedAt: string;
    };
    /**
     * A receipt that was handed out for printing. Rows never change. Every `serial` after 1 is a duplicate.
     */
    receipt_print: {
      id: Generated<number>;
      campusID: number;
      paymentID: number;
      serial: number;
      createdAt: string;
      createdBy: string;
    };
    /**
     * A printed voucher. Rows never change. `sha256`: the hash of the whole content. `expiryDate`: the expiry date
     * that was printed.
     */
    voucher_print: {
      id: Generated<number>;
      campusID: number;
      billID: number;
      serial: number;
      expiryDate: Text;
      sha256: string;
      createdAt: string;
      createdBy: string;
    };
  }
}
