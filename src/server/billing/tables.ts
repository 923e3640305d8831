/** The tables of billings, which nobody else writes. Instants are ISO text. */
import type { Generated } from 'kysely';
import type { AmountKey, HeadKey } from '#shared/calls/bills.ts';
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
  status: string;
  month: Whole;
  year: Whole;
  email: Text;
  branch: Text;
  createdAt: string;
  /** The import that added it. */
  importID: Whole;
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
    /** Kept by the database: how many bills of a billing are in a state and due on a day ('': on none), and their paisa. */
    bill_count: {
      campusID: number;
      groupID: number;
      status: string;
      dueDate: string;
      bills: number;
      total: number;
    };
  }
}
