/** The tables of papers, which only this module writes. Instants are ISO text, amounts are paisa. */
import type { Generated } from 'kysely';
import type { PaperLanguage, ReceiptSize, VoucherOrder } from '#shared/voucher-settings.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** The paper settings of a campus. Without a row the defaults hold. */
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
    /** A file of vouchers in progress, or a recent one. `touchedAt`: the last report of its maker. */
    voucher_job: {
      id: Generated<number>;
      campusID: number;
      clientID: string;
      state: 'working' | 'done' | 'failed' | 'cancelled';
      vouchers: number;
      made: number;
      name: string;
      createdAt: string;
      createdBy: string;
      touchedAt: string;
    };
    /** A printed voucher; never changed. `sha256`: of its whole content. `expiryDate`: its expiry at that time. */
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
