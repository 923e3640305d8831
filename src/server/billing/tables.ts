/** The tables of billings and of their money. No other module writes them. Instants are ISO text, amounts are paisa. */
import type { Generated } from 'kysely';
import type { BankMatch } from '#shared/bank.ts';
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
  /** Computed from the ledger and `statedStatus`; see billing/ledger/ledger-rules.ts. */
  status: string;
  month: Whole;
  year: Whole;
  email: Text;
  branch: Text;
  createdAt: string;
  /** The import that added the bill. */
  importID: Whole;
  /**
   * The sum of the allocations that settle the bill, in paisa. This is the only sum that is stored beside the facts.
   */
  paid: Generated<number>;
  /**
   * The first day on which the payments reached the amount without fines. If the bill is open only because of a fine,
   * the day is stored only if it was in time.
   */
  settledOn: Text;
  /** A status that a person or a file gave the bill without a payment. */
  statedStatus: Text;
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
    /** The label of a phone number (E.164): father, mother, or the school's own text. */
    number_label: { campusID: number; number: string; label: string };
    /**
     * A corrected number (E.164; empty if a number was added). `bills` and `students` are JSON: ids with the former
     * values. `label` is the label that was moved. A row is kept while the correction can be undone.
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
     * Money that was received. A row never changes, except that it can become void. `receivedOn` is the day. The
     * amount is 0 for a bill without an amount.
     */
    payment: {
      id: Generated<number>;
      campusID: number;
      /** Numbered within the campus, without gaps. */
      receiptNo: number;
      amount: number;
      method: PaymentMethod;
      accountID: Whole;
      receivedOn: string;
      regNum: Text;
      /** The bill for which the money was paid, even if it settles other bills of the family. */
      billID: Generated<Whole>;
      payer: Text;
      reference: Text;
      source: PaymentSource;
      /** Identifies the origin of the payment, so that the payment is stored only once. */
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
     * The part of a payment that settles a bill. Name and registration number are copied, because the bill may be
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
    /** Money that was received and then returned. */
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
    /**
     * A family's promise to pay by a day. `numbers`: the family's numbers at that time (E.164, separated by spaces).
     * `amount`: null for everything that is payable. A family has at most one open promise. Whether an open promise
     * was kept is computed from the ledger.
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
      /** The reason that a person gave. Null if another action voided the adjustment. */
      voidReason: Generated<Text>;
      /** For `carried`: the bill to which the amount was carried. */
      toBillID: Generated<Whole>;
      /** 1 for a waiver of the late fine. Any other waiver reduces the fee from the first day of the bill. */
      ofLateFine: Generated<number>;
    };
    /** The class that a person chose for a fee head. `name` is normalised, see shared/fee-head-class.ts. */
    fee_head: { campusID: number; name: string; class: FeeHeadClass };
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
     * Maintained by the database: the number of bills of a billing with this status and due date (empty: no due
     * date), and their sums in paisa. `covered` is the part of `paid` that does not exceed the totals of the bills.
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
