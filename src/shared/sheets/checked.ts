/**
 * The types that the page and the check of a sheet exchange. The check runs in a worker, which reads the file, and the
 * page requests the data that it shows. All types can be sent between the two.
 */

import type { Column } from './columns.ts';
import type { Letters } from './files/read-raw.ts';
import type { ChildrenChoice, Hold, ImportKind } from './sheet-rows.ts';

/** The kinds of issues of a row. Each is one filter of the list. */
export const issueKinds = [
  // Errors, which refuse the row.
  'unread',
  'notARow',
  'twice',
  'elsewhere',
  'second',
  'outstandingDiffers',
  'shifted',
  // Warnings.
  'noNumber',
  'foreign',
  'missing',
  'repaired',
  'landline',
  'headsDiffer',
  'afterBelowTotal',
  'dueAfterExpiry',
  'dueBeforeIssue',
  'dueFarOff',
  'otherPeriod',
  'unsureDate',
  'rounded',
  'formulaText',
  'otherStatus',
  'alsoElsewhere',
  'arrearsDiffer',
  'paidDiffers',
  'held',
] as const;
export type IssueKind = (typeof issueKinds)[number];

/** `field`: the field of the issue; absent if it is about the whole row. `error` refuses the row. */
export type RowIssue = { kind: IssueKind; level: 'error' | 'warning'; field?: string; sentence: string };

/**
 * What a save would do with a row. `same`: nothing, because the stored bill is equal. `held`: nothing, because the bill
 * is paid or messaged. `refused`: the row has an error. `leftOut`: the clerk left it out. `notBill`: it is a total, a note
 * or an example, and a person can say that it is a bill.
 */
export const rowOutcomes = ['add', 'update', 'same', 'held', 'refused', 'leftOut', 'notBill'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/**
 * A cell as shown: the name of its column if that is a fee, and its text. `before` is the sheet's value if it was
 * repaired or edited, or the stored value if the bill changes.
 */
export type CheckedCell = {
  field: string;
  name?: string;
  text: string;
  before?: string;
  level?: 'error' | 'warning';
};

/**
 * `id` identifies the row for the check. `row` is the sheet's own row number, or the line of a text file, which may
 * hold several rows.
 */
export type CheckedRow = {
  id: number;
  row: number;
  outcome: RowOutcome;
  hold?: Hold;
  /** Absent if the row brings no child to the list of students. */
  child?: CheckedChild;
  cells: CheckedCell[];
  issues: RowIssue[];
  isEdited: boolean;
};

/**
 * What a save does with the child of a row in the list of students. `held`: the stored child differs, but the user may
 * only add.
 */
const checkedChildren = ['new', 'changed', 'same', 'held'] as const;
export type CheckedChild = (typeof checkedChildren)[number];

/** Which rows to show. `child:`: rows with such a child. `left`: rows that change nothing, for any reason. `problem:`: the rows of a line, by its key. */
export type RowFilter =
  | 'all'
  | 'errors'
  | 'warnings'
  | 'hidden'
  | 'left'
  | RowOutcome
  | IssueKind
  | `child:${CheckedChild}`
  | `problem:${string}`;

/**
 * The answers for all rows of a line. `keep`: save them as they are. `use`: put the text into each row. `asBills`: the
 * rows are bills. `join`: join amounts that were split at their commas. `later`, `first`: keep the last or the first of
 * the duplicates. `correct`: the later rows get the typed number, or none until it is known. `oneChild`: the rows of one
 * number are bills of one child. `secondBill`, `sameBill`: another invoice number means another bill, or it is the stored
 * bill. `fatherNumbers`: rows without a number get that of a child whose father has the same name.
 */
export type AnswerName =
  | 'keep'
  | 'leaveOut'
  | 'use'
  | 'later'
  | 'first'
  | 'asBills'
  | 'join'
  | 'correct'
  | 'oneChild'
  | 'secondBill'
  | 'sameBill'
  | 'fatherNumbers';
export type ProblemAnswer = { name: AnswerName; text?: string };

/** A child of a line, with its row in the sheet, its class and its amount. Unknown texts are empty. */
export type ShownChild = { row: number; name: string; place: string; amount: string };

/**
 * A number on several rows whose contents differ. `isTypable`: only one row needs another number, so it can be typed in
 * the line. `differ`: what differs besides the name.
 */
export type SharedNumber = {
  field: 'regNum' | 'invNo';
  number: string;
  isOneName: boolean;
  isTypable: boolean;
  differ: ('father' | 'phone' | 'voucher' | 'amount')[];
};

/** Kinds of rows among the bills that are not bills. */
export type NoBill = 'totals' | 'note';

/**
 * Rows with the same problem. `totals`, `note`, `example`: rows that are not bills and are left out without a question.
 */
export type ProblemLine = {
  /** Identifies the line for the check. */
  key: string;
  kind: IssueKind | NoBill | 'example';
  /** `done`: for information, without a question. */
  level: 'error' | 'warning' | 'done';
  count: number;
  /** The field to correct in its rows. */
  field?: string;
  /** The heading of the column of that field in the sheet, if there is one. */
  heading?: string;
  /** Up to three different texts of its cells; `isOne` if all are equal. */
  texts: string[];
  isOne: boolean;
  /** True if its cells are days that lack only their year. */
  isYearless?: boolean;
  /** The month of the rows, if it is not that of the billing. */
  period?: { month?: number; year?: number };
  /** The most frequent value of the other rows, and whether nearly all of them have it. */
  others?: { text: string; isAll: boolean };
  /** Why rows are duplicates: equal rows, rows whose contents differ, or equal lines of a list of numbers. */
  twice?: 'all' | 'other' | 'number';
  shared?: SharedNumber;
  /** Up to three children of the line. */
  children?: ShownChild[];
  /** How many rows without a number could get that of a child whose father has the same name. */
  fatherNumbers?: number;
  /** The number that a person typed with the answer `correct`. */
  typed?: string;
  /** The sentence about its first row. */
  example: string;
  /** The possible answers, the most likely first. */
  answers: ProblemAnswer[];
  answer: AnswerName | null;
};

/**
 * `count` dates of a column look swapped, such as `from`, which would become `to` (`YYYY-MM-DD`). `texts`: in a column
 * that has both orders, the dates that can be read two ways.
 */
export type DayQuestion = {
  field: string;
  heading: string;
  count: number;
  from: string;
  to: string;
  texts?: string[];
  answer: 'swap' | 'keep' | null;
};

/**
 * Rows whose invoice numbers other billings also have in the same month, and up to three of those billings. `answer`:
 * whether they share one series, according to the current or the last answer.
 */
export type SeriesQuestion = { count: number; billings: string[]; answer: boolean | null };

/**
 * Rows whose arrears differ from what older bills leave open, with both sums in rupees, and up to three of the
 * billings. `answer`: whether the older bills are carried anyway.
 */
export type ArrearsQuestion = {
  count: number;
  charged: number;
  open: number;
  billings: string[];
  answer: boolean | null;
};

export type MonthOfBills = { month: number; year: number; count: number };

/**
 * The months of the bills that a save would take, if there are several, the earliest first. `answer`: whether each
 * becomes a billing of its own; without an answer all are saved to one billing.
 */
export type MonthsQuestion = { months: MonthOfBills[]; answer: boolean | null };

/**
 * A question about the whole sheet before it is saved. `dots`: whether dots in a column separate thousands or decimals.
 * `merged`: whether an amount in merged cells is owed in each row or once. The others ask what a bill charges.
 * `noTotal`: no column has a total. `beside`: a concession or arrears are not in the total. `instalment`: the total of
 * a year stands beside what is due now. `status`: some statuses state an amount. `class`: a class has several spellings.
 * `shown`: Excel shows other amounts than it stores. `rupees`: the sum of the column or of the bills with that answer.
 */
export type SheetQuestion = {
  key: string;
  kind: 'dots' | 'merged' | 'noTotal' | 'beside' | 'instalment' | 'status' | 'shown' | 'class';
  field: string;
  /** All fields of a question about several columns. */
  fields?: string[];
  heading: string;
  count: number;
  example: string;
  /**
   * The spellings of a class with their rows, and how many classes they are if they stay apart. `isListed`: the list of
   * students has the class.
   */
  classes?: { spellings: { text: string; count: number }[]; kept: number; isListed: boolean };
  answers: { name: SheetAnswer; rupees?: number }[];
  answer: SheetAnswer | null;
};
/** `sum`: what follows from all amounts. `total`: the total of the sheet. `none`: bills without a total. */
export type ChargeAnswer = 'sum' | 'total' | 'instalment' | 'none';
/** A part of what is asked that may stand beside the total. */
export type ChargePart = 'concession' | 'arrears';

/** `beside`: the parts that the total does not contain. `unused`: parts that are not stored. */
export type Charge = {
  question: 'noTotal' | 'beside' | 'instalment' | null;
  beside: readonly ChargePart[];
  unused: readonly ChargePart[];
  by: ChargeAnswer | null;
};

/** Whether the spellings of a class are one class, which is proposed, or classes of their own. */
type SpellingAnswer = 'oneClass' | 'ownClasses';

export type SheetAnswer =
  | 'thousands'
  | 'decimals'
  | 'each'
  | 'once'
  | 'partPaid'
  | 'unpaid'
  | SpellingAnswer
  | 'asShown'
  | 'asStored'
  | ChargeAnswer;

/**
 * The children of a sheet of bills, each counted once. `changes`: how many changed children differ in each field.
 * `choice`: which of them are saved to the list of students.
 */
export type ChildrenSummary = Record<CheckedChild, number> & {
  changes: { field: string; count: number }[];
  choice: ChildrenChoice;
};

/** Figures to compare with the bank's sheet. The rows that are not empty are the sum of `fates`. */
export type CheckSummary = {
  rows: number;
  outcomes: Record<RowOutcome, number>;
  errors: number;
  warnings: number;
  /** The number of rows with each kind of issue; kinds without rows are absent. */
  issues: { kind: IssueKind; count: number }[];
  /** The problem lines, open and answered, the most rows first. */
  lines: ProblemLine[];
  /** For each field a length in letters that nearly all of its texts do not exceed. */
  widest: Partial<Record<string, number>>;
  /** Totals of the rows that a save would accept (`add`, `update`, `same`, `held`). Rupees; days as `YYYY-MM-DD`. */
  totals: {
    students: number;
    families: number;
    rupees: number;
    firstDue: string | null;
    lastDue: string | null;
  };
  /** Headings without a field. The page shows them, so that no column is ignored without a notice. */
  unused: string[];
  /** Rows that are hidden in the sheet, and how many of them are left out. */
  hidden: { rows: number; leftOut: number };
  /** Fields that messages use but that no column contains. */
  absent: string[];
  /** The questions about date columns whose days and months may be swapped. */
  days: DayQuestion[];
  /** The questions about the notation and shape of the sheet. */
  questions: SheetQuestion[];
  /** Null if no other billing has the invoice numbers. */
  series: SeriesQuestion | null;
  /** Null if the arrears equal what older bills leave open, or if there are none. */
  arrears: ArrearsQuestion | null;
  months: MonthsQuestion | null;
  /** Null for students, and if no row has a registration number, a name and a class. */
  children: ChildrenSummary | null;
  /** About the file as a whole: other sheets with bills, a guessed encoding, an earlier import of the same file. */
  notes: string[];
};

/**
 * Several columns may contain a phone number, for example that of the father and that of the mother. Any other field
 * has one column.
 */
export const mayBeSeveral = (field: string | null | undefined): boolean => field === 'number';

/** What a column contains that is no field of a bill. The first three become heads; the others are not used. */
export const columnUses = ['fee', 'concession', 'arrears', 'serial', 'remarks'] as const;
export type ColumnUse = (typeof columnUses)[number];

/**
 * Counts of a column: cells with a value, different values, and cells with a readable phone number if the column contains
 * phone numbers.
 */
export type ColumnCells = { filled: number; different: number; numbers?: number };

/** A column of the sheet with some of its values. `field` null: not used; a `ColumnUse`: what else it contains. */
export type SheetColumn = {
  /** Its index in the sheet, 0 for A. */
  index: number;
  heading: string;
  field: string | null;
  /**
   * How it got its field: by the spec's name or a usual spelling, from memory, by hand, proposed as a fee because of
   * its name and its amounts, or not at all. `empty`: no field, because no row has a value in it.
   */
  by: 'name' | 'memory' | 'hand' | 'fee' | 'empty' | 'none';
  /** The field, if the headings of several columns fit the same one. A person chooses between the columns. */
  fits?: string;
  /** The column is a fee, but all heads of the bill are used. */
  hasNoPlace?: boolean;
  samples: string[];
  cells: ColumnCells;
};

/** An opened file: its sheets, and the columns of the chosen one. */
export type OpenedBook = {
  fileName: string;
  sha256: string;
  kind: ImportKind;
  /** Whether the file contains only phone numbers, one or more on a line. Then there are no columns to choose. */
  isNumberList: boolean;
  /** Present if the file does not show its encoding. Then a person must choose one. */
  letters?: Letters;
  sheets: { name: string; rows: number; hasHeader: boolean }[];
  sheet: number;
  /** The sheet's own number of the heading row; 0 for a list of numbers. */
  headerRow: number;
  columns: SheetColumn[];
};

/**
 * A heading of the sheet. `column` is the field that it means; null if it means none, or if another heading already has
 * that field. `use`: the column contains something else. A fee, a concession or arrears get the column of a head.
 */
export type NamedColumn = {
  index: number;
  title: string;
  column: Column | null;
  by: SheetColumn['by'];
  use: ColumnUse | null;
  /** The cells show that the total is after concessions. */
  isNet?: boolean;
  /** The heading is a fee, but the bill has no free head for it. */
  hasNoPlace: boolean;
  /** The field, if the headings of several columns fit the same one; null otherwise, or if memory decides. */
  fits: string | null;
};
