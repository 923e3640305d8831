/** The tables of billings, bills and families. Instants are ISO text, amounts are paisa. */
import type { Generated } from 'kysely';
import type { AmountKey, HeadKey } from '#shared/money/bill-heads.ts';
import type { PromiseEnd } from '#shared/money/promise-states.ts';
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
  /** Computed from the ledger and `statedStatus`; see ledger/ledger-rules.ts. */
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
