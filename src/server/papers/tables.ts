/** The tables of papers, which nobody else writes. Instants are ISO text, amounts paisa. */
import type { Generated } from 'kysely';
import type { PaperLanguage, ReceiptSize, VoucherOrder } from '#shared/voucher-settings.ts';

declare module '../db/tables.ts' {
  interface Tables {
    /** How a campus makes its papers; without a row as usual. */
    voucher_setting: {
      campusID: number;
      /** By comma. */
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
    /** A file of vouchers that is made, or was of late. `touchedAt`: when whoever makes it last said so. */
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
    /** A voucher that was printed; never changed. `sha256`: of all that it says. `expiryDate`: until when it was valid then. */
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
