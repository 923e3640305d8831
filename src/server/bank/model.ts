/** The types that the modules of bank files share. Amounts are in paisa. */
import type { BankRow } from '#shared/money/bank.ts';
import type { Payable } from '#shared/money/payable.ts';
import type { Owed } from '../ledger/ledger-queries.ts';

/** A row of a bank file, with its amounts in paisa. */
export type Row = BankRow;

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
