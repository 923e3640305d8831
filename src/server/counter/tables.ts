/** The tables of the counter. Instants are ISO text, amounts are paisa. */
import type { Generated } from 'kysely';
import type { ReturnKind } from '#shared/money/ledger.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** A bank account, wallet or cash desk of a campus. */
    money_account: {
      id: Generated<number>;
      campusID: number;
      kind: 'bank' | 'cash' | 'wallet' | 'biller';
      title: string;
      bank: string;
      number: string;
      iban: string;
      prefix: string;
      numbering: 'voucher' | 'student';
      /** 0 or 1. */
      onVoucher: number;
      createdAt: string;
      endedAt: Text;
    };
    /** Money that was received and then returned. */
    payment_return: {
      id: Generated<number>;
      campusID: number;
      paymentID: number;
      kind: ReturnKind;
      amount: number;
      returnedOn: string;
      /** The day of the payment, if it was closed before the return. */
      concerns: Generated<Text>;
      accountID: Whole;
      reason: string;
      clientID: Text;
      createdAt: string;
      createdBy: string;
    };
    /**
     * The cash that a clerk counted on a day, and the amount that the ledger expected then. Rows never change; the
     * last count of a day is valid. `clerk` and `createdBy` are ids of users.
     */
    cash_count: {
      id: Generated<number>;
      campusID: number;
      day: string;
      clerk: string;
      expected: number;
      counted: number;
      note: string;
      clientID: string;
      createdAt: string;
      createdBy: string;
    };
  }
}
