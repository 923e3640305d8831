/** The tables of bank files and of billers that report payments. Instants are ISO text, amounts are paisa. */
import type { Generated } from 'kysely';
import type { BankMatch } from '#shared/money/bank.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** A bank statement that was saved. `sum` is the sum of all its rows in paisa, incoming and outgoing. */
    bank_file: {
      id: Generated<number>;
      campusID: number;
      accountID: number;
      name: string;
      sha256: string;
      rows: number;
      sum: number;
      /** JSON: the meaning of each column of the file. It is proposed for the next file of the account. */
      headings: string;
      saveID: string;
      /** SHA-256 of the request that was saved under this id. */
      content: string;
      /** JSON of the answer, for repeated requests. */
      answer: string;
      createdAt: string;
      createdBy: string;
      undoneAt: Text;
      undoneBy: Text;
    };
    /**
     * A saved row of a bank file. The row made a payment or was joined to an existing one. It is valid until
     * `endedAt`.
     */
    bank_row: {
      id: Generated<number>;
      campusID: number;
      fileID: number;
      accountID: number;
      /** Identifies the row within its account, in any file. */
      key: string;
      day: string;
      amount: number;
      reference: string;
      text: string;
      match: BankMatch;
      paymentID: number;
      /** The waiver that was made so that the row settles its bill completely. */
      waiverID: Whole;
      /** 1 if a person chose the bill. */
      byHand: number;
      createdAt: string;
      endedAt: Text;
    };
    /**
     * The set-up of a biller for a campus. `password` is encrypted; null means that it must be entered again. `isOn` is
     * 1 if requests are answered.
     */
    push_setup: {
      campusID: number;
      /**
       * The account for the biller's payments. The prefix and the numbering of the account define how consumer numbers
       * are read.
       */
      accountID: number;
      /** The secret part of the biller's address. */
      billerKey: string;
      userName: string;
      password: Text;
      isOn: number;
    };
  }
}
