/** The types that the modules of bank files share. Amounts are in paisa. */
import type { BankDirection } from '#shared/money/bank.ts';
import type { Payable } from '#shared/money/payable.ts';
import type { Owed } from '../ledger/ledger-queries.ts';

export type Row = {
  row: number;
  day: string | null;
  amount: number;
  direction: BankDirection;
  reference: string;
  number: string;
  text: string;
  balance: number | null;
};

/** A bill that a row may pay. */
export type Candidate = Owed & Payable & { invNo: string | null; month: number | null; year: number | null };

/** A payment that has no bank row yet, or that a row takes back. */
export type Unseen = {
  paymentID: number;
  receiptNo: number;
  billID: number;
  amount: number;
  receivedOn: string;
  mayBounce?: boolean;
};
