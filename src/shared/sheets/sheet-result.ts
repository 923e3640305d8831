/** What comes of a file: bills, and everything that is no bill with its place and its reason. */
import type { NewBill } from '../calls/bills.ts';
import type { CellIssue } from './read-row.ts';

/** `row` is the sheet's own row number, or a text file's line. */
export type RefusedRow = { row: number; reason: string; issues: CellIssue[] };

/** The counts add up: rows with anything in them = `bills` + `refused`. */
export type BillsRead = {
  bills: NewBill[];
  refused: RefusedRow[];
  /** What was put right or passed over, in sentences. */
  warnings: string[];
};

export type SheetResult = BillsRead & {
  fileName: string;
  /** Whether rows are lines of a text file. */
  isNumberList: boolean;
  /** Rupees of all bills together. */
  total: number;
};

/** A file that cannot be used as a whole; the message is a sentence for the clerk. */
export class SheetFailure extends Error {
  override name = 'SheetFailure';
}
