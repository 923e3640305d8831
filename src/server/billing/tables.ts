/** The tables of billings and of their money, which nobody else writes. Instants are ISO text, amounts paisa. */
import type { Generated } from 'kysely';
import type { BankVerdict } from '#shared/bank.ts';
import type { AmountKey, HeadKey } from '#shared/calls/bills.ts';
import type { FeeHeadClass } from '#shared/fee-head-class.ts';
import type { LedgerAdjustment, PaymentMethod, PaymentSource, ReturnKind } from '#shared/ledger.ts';
import type { Text, Whole } from '../db/tables.ts';

export type BillTable = {
  id: Generated<number>;
  campusID: number;
  groupID: number;
  name: string;
  number: string;
  /** E.164, by space. */
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
  /** What the ledger and `said` come to; see billing/ledger/rules.ts. */
  status: string;
  month: Whole;
  year: Whole;
  email: Text;
  branch: Text;
  createdAt: string;
  /** The import that added it. */
  importID: Whole;
  /** Paisa of what settles it: the only figure kept beside the facts. */
  paid: Generated<number>;
  /** The first day on which its fee had come in; of an open bill, which a fine holds open, only where that was in time. */
  settledOn: Text;
  /** A status that a person or a file gave it, where that is no payment. */
  said: Text;
} & Record<HeadKey, Text> &
  Record<AmountKey, Whole>;

declare module '../db/tables.ts' {
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
    /** Whose a number (E.164) is, as a person says: father, mother, or a word of the school's own. */
    number_label: { campusID: number; number: string; label: string };
    /**
     * A number (E.164; '' where there was none) that became another. `bills`, `students`: JSON of their ids with what
     * stood in their number before; `label`: the one that went along. Kept while it may be taken back.
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
    /** Money that came in; never changed but to be void. `receivedOn`: the day. Of nothing where a bill has no amount. */
    payment: {
      id: Generated<number>;
      campusID: number;
      /** Of the campus, without a gap. */
      receiptNo: number;
      amount: number;
      method: PaymentMethod;
      accountID: Whole;
      receivedOn: string;
      regNum: Text;
      /** That was named for it: one of the family's. */
      billID: Generated<Whole>;
      payer: Text;
      reference: Text;
      source: PaymentSource;
      /** What it came of, which counts once. */
      sourceKey: Text;
      clientID: Text;
      createdAt: string;
      /** A user's id; '' for the program. */
      createdBy: string;
      voidedAt: Text;
      voidedBy: Text;
      voidReason: Text;
    };
    /** The part of a payment that settles a bill, with whose it was then: the bill may be deleted. */
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
    /** Money that came and went. */
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
     * What a clerk counted in cash on a day, beside what the books said then. Never changed: the last one stands.
     * `clerk`, `createdBy`: a user's id.
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
    /** What a bill asks more or less than its sheet says. */
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
      /** As a person says; null where another act has ended it. */
      voidReason: Generated<Text>;
      /** Of what is carried: the bill that asks for it. */
      toBillID: Generated<Whole>;
    };
    /** What a person says that a fee head is; `name` as heads are told apart, see shared/fee-head-class.ts. */
    fee_head: { campusID: number; name: string; class: FeeHeadClass };
    /** A statement of an account that was gone through. `sum`: paisa of all its rows, whichever way the money went. */
    bank_file: {
      id: Generated<number>;
      campusID: number;
      accountID: number;
      name: string;
      sha256: string;
      rows: number;
      sum: number;
      /** JSON: which of its columns held what, for the next file of the account. */
      headings: string;
      saveID: string;
      /** SHA-256 of what was saved with the id. */
      content: string;
      /** JSON of what was answered, for when the save is repeated. */
      answer: string;
      createdAt: string;
      createdBy: string;
      undoneAt: Text;
      undoneBy: Text;
    };
    /** A row of a bank file that counts: it made its payment, or one that was there answers to it. */
    bank_row: {
      id: Generated<number>;
      campusID: number;
      fileID: number;
      accountID: number;
      /** What it is known by in its account, in whichever file. */
      key: string;
      day: string;
      amount: number;
      reference: string;
      text: string;
      verdict: BankVerdict;
      paymentID: number;
      /** What was waived so that it settles its bill. */
      waiverID: Whole;
      /** 1 where a person has said which bill it is for. */
      byHand: number;
      createdAt: string;
      endedAt: Text;
    };
    /**
     * Kept by the database: how many bills of a billing are in a state and due on a day ('': on none), and their paisa.
     * `covered`: what of `paid` covers their totals.
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
