/** The tables of billings and of their money. No other module writes them. Instants are ISO text, amounts are paisa. */
import type { Generated } from 'kysely';
import type { BankVerdict } from '#shared/bank.ts';
import type { AmountKey, HeadKey } from '#shared/calls/bills.ts';
import type { FeeHeadClass } from '#shared/fee-head-class.ts';
import type { LedgerAdjustment, PaymentMethod, PaymentSource, ReturnKind } from '#shared/ledger.ts';
import type { PromiseEnd } from '#shared/promise-states.ts';
import type { Text, Whole } from '../platform/db/tables.ts';

export type BillTable = {
  id: Generated<number>;
  campusID: number;
  groupID: number;
  name: string;
  number: string;
  /** E.164, separated by spaces. */
  numbers: string;
  avatar: Text;
  regNum: Text;
  invNo: Text;
  /** Paisa. */
  total: Whole;
  amountAfterDueDate: Whole;
  issueDate: Text;
  dueDate: Text;
  expiryDate: Text;
  /** Computed from the ledger and `said`; see billing/ledger/ledger-rules.ts. */
  status: string;
  month: Whole;
  year: Whole;
  email: Text;
  branch: Text;
  createdAt: string;
  /** The import that added it. */
  importID: Whole;
  /** Paisa of the allocations that settle it. This is the only sum that is stored beside the facts. */
  paid: Generated<number>;
  /**
   * The first day by which its fee was paid. For a bill that is open because of a fine, only where that was in time.
   */
  settledOn: Text;
  /** A status that a person or a file gave it, other than by a payment. */
  said: Text;
} & Record<HeadKey, Text> &
  Record<AmountKey, Whole>;

declare module '../platform/db/tables.ts' {
  interface Tables {
    group: {
      id: Generated<number>;
      campusID: number;
      name: string;
      month: number;
      year: number;
      description: string;
      avatar: Text;
      createdAt: string;
      createdBy: string;
    };
    bill: BillTable;
    /** The label of a number (E.164): father, mother, or a word of the school's own. */
    number_label: { campusID: number; number: string; label: string };
    /**
     * A corrected number (E.164; '' where there was none). `bills` and `students` are JSON of their ids with the
     * earlier values, `label` is the label that was moved. Kept while the correction can be undone.
     */
    number_correction: {
      id: Generated<number>;
      campusID: number;
      at: string;
      was: string;
      became: string;
      bills: string;
      students: string;
      label: Text;
    };
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
    /**
     * Money that came in. A row never changes, except that it can become void. `receivedOn` is the day. The amount is 0
     * for a bill without an amount.
     */
    payment: {
      id: Generated<number>;
      campusID: number;
      /** Counts per campus, without gaps. */
      receiptNo: number;
      amount: number;
      method: PaymentMethod;
      accountID: Whole;
      receivedOn: string;
      regNum: Text;
      /** The bill that was named for it, one of the family. */
      billID: Generated<Whole>;
      payer: Text;
      reference: Text;
      source: PaymentSource;
      /** Identifies the origin of the payment, so that it is stored once. */
      sourceKey: Text;
      clientID: Text;
      createdAt: string;
      /** The id of a user; '' for the program. */
      createdBy: string;
      voidedAt: Text;
      voidedBy: Text;
      voidReason: Text;
    };
    /**
     * The part of a payment that settles a bill. It repeats name and registration number, because the bill may be
     * deleted later.
     */
    allocation: {
      id: Generated<number>;
      campusID: number;
      paymentID: number;
      billID: number;
      groupID: number;
      name: string;
      regNum: Text;
      amount: number;
      createdAt: string;
      endedAt: Text;
    };
    /** Money that came in and was returned. */
    payment_return: {
      id: Generated<number>;
      campusID: number;
      paymentID: number;
      kind: ReturnKind;
      amount: number;
      returnedOn: string;
      accountID: Whole;
      reason: string;
      clientID: Text;
      createdAt: string;
      createdBy: string;
    };
    /**
     * The cash that a clerk counted on a day, with what the books expected then. Never changed; the last count is
     * valid. `clerk` and `createdBy` are ids of users.
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
    /**
     * That a family will pay by a day. `numbers`: E.164, by space, those of the family then. `amount`: null for all that is
     * payable. Of one family one is open at a time. Whether an open one was kept follows from the ledger.
     */
    promise: {
      id: Generated<number>;
      campusID: number;
      numbers: string;
      day: string;
      amount: Whole;
      note: string;
      createdAt: string;
      createdBy: string;
      endedAt: Text;
      how: PromiseEnd | null;
    };
    /** A fine, a waiver or a write-off of a bill, or the amount that was carried to a newer bill. */
    adjustment: {
      id: Generated<number>;
      campusID: number;
      billID: number;
      kind: LedgerAdjustment;
      amount: number;
      reason: string;
      day: string;
      clientID: Text;
      createdAt: string;
      createdBy: string;
      voidedAt: Text;
      voidedBy: Text;
      /** The reason a person gave; null where another action ended it. */
      voidReason: Generated<Text>;
      /** For `carried`: the bill that asks for the amount now. */
      toBillID: Generated<Whole>;
    };
    /** The class that a person chose for a fee head. `name` is normalised, see shared/fee-head-class.ts. */
    fee_head: { campusID: number; name: string; class: FeeHeadClass };
    /** A bank statement that was saved. `sum` is the paisa of all its rows, in and out. */
    bank_file: {
      id: Generated<number>;
      campusID: number;
      accountID: number;
      name: string;
      sha256: string;
      rows: number;
      sum: number;
      /** JSON: what each of its columns holds, for the next file of the account. */
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
    /** A row of a bank file that counts: it made its payment, or was joined to an existing one. */
    bank_row: {
      id: Generated<number>;
      campusID: number;
      fileID: number;
      accountID: number;
      /** Identifies the row in its account, in any file. */
      key: string;
      day: string;
      amount: number;
      reference: string;
      text: string;
      verdict: BankVerdict;
      paymentID: number;
      /** The waiver that was made so that the row settles its bill. */
      waiverID: Whole;
      /** 1 where a person chose the bill. */
      byHand: number;
      createdAt: string;
      endedAt: Text;
    };
    /**
     * Maintained by the database: the number of bills of a billing with a status and a due date ('': none), and their
     * paisa. `covered` is the part of `paid` that covers their totals.
     */
    bill_count: {
      campusID: number;
      groupID: number;
      status: string;
      dueDate: string;
      bills: number;
      total: number;
      paid: number;
      covered: number;
    };
  }
}
