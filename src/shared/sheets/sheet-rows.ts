/** What the rows of a sheet can say, and what the caller finds in the database for them. */
import type { AmountKey, HeadKey } from '../money/bill-heads.ts';

export const importKinds = ['bills', 'students'] as const;
export type ImportKind = (typeof importKinds)[number];

/** The fields of a bill that are also stored in this form. Amounts are in rupees. */
type BillFields = {
  name: string;
  number: string;
  regNum: string;
  invNo: string;
  total: number;
  amountAfterDueDate: number;
  issueDate: string;
  dueDate: string;
  expiryDate: string;
  status: string;
  month: number;
  year: number;
  email: string;
  branch: string;
} & Record<HeadKey, string> &
  Record<AmountKey, number>;

/**
 * A row of a sheet of bills. Absent and null both mean unknown. `number` is one phone number or several, separated by
 * commas.
 */
export type BillRow = { [Field in keyof BillFields]?: BillFields[Field] | null | undefined } & {
  paidAmount?: number | null | undefined;
  paidOn?: string | null | undefined;
};

/** A row of a roster. */
export type StudentRow = {
  regNum: string;
  name: string;
  fatherName?: string;
  class: string;
  section?: string;
  number?: string;
};

/** A stored bill that a row is compared with; null means unknown. */
export type StoredBill = { [Field in keyof BillFields]: BillFields[Field] | null } & {
  name: string;
  number: string;
  status: string;
  paid: number;
  settledOn: string | null;
  adjusted: number;
  lateWaived: number;
};

/** The field of a column that the clerk mapped by hand; null: the column is not used. */
export type ChosenHeading = { heading: string; field: string | null };

/**
 * What a spelling of a class in the file means. `name` is the class that its rows go to; the spelling itself if it stays
 * a class of its own.
 */
export type ClassAnswer = { spelling: string; name: string };

/** Which children of a sheet of bills are saved to the list of students. `new`: only those that it lacks. */
export const childrenChoices = ['all', 'new', 'none'] as const;
export type ChildrenChoice = (typeof childrenChoices)[number];

/** The fields that identify a bill. `row` is the caller's own number for it. `arrears`: rupees. */
export type BillKey = { row: number; arrears?: number | null | undefined } & {
  [Field in 'regNum' | 'invNo' | 'name' | 'number']?: string | null | undefined;
} & { [Field in 'month' | 'year' | 'total']?: number | null | undefined };

/**
 * A matching bill in another billing. `bill`: the same registration, month and total, and not two different invoice
 * numbers; the row is refused. `invoice`: the same invoice number in the same month; the row is refused if both
 * billings share one series. `oldInvoice`: the invoice number in another month. `registration`: another bill of that
 * registration in the same month. The last two are warnings for a person.
 */
export const sameElsewhere = ['invoice', 'bill', 'oldInvoice', 'registration'] as const;
export type Elsewhere = {
  same: (typeof sameElsewhere)[number];
  groupName: string;
  month: number;
  year: number;
};

/**
 * Why a file does not change a stored bill: it is paid, part-paid, neither owed nor paid, or messaged, the user may only
 * add, or it would charge less. Whether it charges less depends on the values of the row: `CheckBills` does not know it.
 */
export const holds = ['paid', 'partPaid', 'other', 'messaged', 'noEdit', 'lowered'] as const;
export type Hold = (typeof holds)[number];

/**
 * The open amount of a child's older bills today, the open amount without late charges, and the names of their
 * billings. Rupees.
 */
export type OlderBills = { today: number; inTime: number; billings: string[] };

/**
 * The arrears of a later bill of the child that no older bill explains yet, and its billing. `others`: the open amount
 * of the other earlier bills, without this row. `inTimeFrom`: the earliest due date that is still in time. Rupees.
 */
type NewerBill = {
  charged: number;
  others: Omit<OlderBills, 'billings'>;
  inTimeFrom: string;
  billings: string[];
};

/** What the database has for one row. */
export type FoundRow<Bill extends StoredBill = StoredBill> = {
  row: number;
  /** The bill of this billing that matches the row. */
  bill: Bill | null;
  hold: Hold | null;
  /**
   * Only if the caller may not make the bill charge less. A row that renews its voucher without this fine makes it
   * charge less. Rupees.
   */
  renewFine?: number | undefined;
  /** Another bill of this billing has the same invoice number: its registration number or name. */
  invoiceOf: string | null;
  elsewhere: Elsewhere | null;
  /** Only for a new row: the child has a bill of the same month here, with this invoice number. */
  otherInvoice?: string | undefined;
  /** The row has no invoice number, and the child has several bills of the month here, none with its total. */
  isUnclear?: boolean | undefined;
  /** Only for a row with arrears. */
  older?: OlderBills | undefined;
  /** Only for a row of an earlier month than a bill with arrears. */
  newer?: NewerBill | undefined;
};

/** An earlier import of the same file or sheet that is not undone: its time, its user and its billing. */
export type SameFile = { groupName: string; by: string; at: string };

/** A stored student. `hold`: a file may not change it. */
export type FoundStudent = {
  id: number;
  regNum: string;
  name: string;
  fatherName: string | null;
  class: string;
  section: string;
  number: string;
  hold?: 'noEdit' | undefined;
};
