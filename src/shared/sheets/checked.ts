/**
 * What the page and the check of a sheet say to each other. The check lives where the file is read, in a worker; the
 * page asks it for what it shows. Everything here can be sent from one to the other.
 */

import type { Hold, ImportKind } from '../calls/imports.ts';
import type { Column } from './columns.ts';
import type { Letters } from './files/read-raw.ts';

/** What is wrong with a row or to be looked at; each is one filter of the list. */
export const issueKinds = [
  // Refused.
  'unread',
  'notARow',
  'twice',
  'elsewhere',
  'outstandingDiffers',
  'shifted',
  // To be looked at.
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

/** `field` is the field it is about; absent when it is about the row. `error` keeps the row out. */
export type RowIssue = { kind: IssueKind; level: 'error' | 'warning'; field?: string; sentence: string };

/**
 * What a save would do with a row. `same`: nothing, the bill is there as it is. `held`: nothing, the bill is paid or
 * messaged. `refused`: it has an error. `leftOut`: the clerk chose so.
 */
export const fates = ['add', 'update', 'same', 'held', 'refused', 'leftOut'] as const;
export type Fate = (typeof fates)[number];

/** A cell as shown: what its column is called where that is a fee's name; its text, `before` what the sheet had where it was repaired or edited, or the bill where it changes. */
export type CheckedCell = {
  field: string;
  name?: string;
  text: string;
  before?: string;
  level?: 'error' | 'warning';
};

/**
 * `id` names the row to the check; `row` is the sheet's own number of it, or the line of a text file, which may hold
 * several.
 */
export type CheckedRow = {
  id: number;
  row: number;
  fate: Fate;
  hold?: Hold;
  cells: CheckedCell[];
  issues: RowIssue[];
  isEdited: boolean;
};

/** Which rows to show: `left` those that change nothing, whatever for; `problem:` those of a line, by its key. */
export type RowFilter =
  | 'all'
  | 'errors'
  | 'warnings'
  | 'hidden'
  | 'left'
  | Fate
  | IssueKind
  | `problem:${string}`;

/**
 * What may be answered for all rows of a line at once. `keep`: they are saved as they are. `use`: each becomes the text.
 * `asBills`: they are bills after all, as they stand. `join`: amounts that were cut at their commas are made whole.
 * `later`, `first`: of rows that are there twice the last or the first is kept.
 */
export type AnswerName = 'keep' | 'leaveOut' | 'use' | 'later' | 'first' | 'asBills' | 'join';
export type ProblemAnswer = { name: AnswerName; text?: string };

/** What a row among bills is that is none. */
export type NoBill = 'totals' | 'note';

/** Rows that are wrong in one way. `totals`, `note`, `example`: rows that are none, and left out without a question. */
export type ProblemLine = {
  /** Names it to the check. */
  key: string;
  kind: IssueKind | NoBill | 'example';
  /** `done`: told, and nothing to be answered. */
  level: 'error' | 'warning' | 'done';
  count: number;
  /** What is mended where one goes through its rows. */
  field?: string;
  /** The heading of that column, where it has one of its own. */
  heading?: string;
  /** Up to three different texts of its cells; `isOne` where they all hold the same. */
  texts: string[];
  isOne: boolean;
  /** What the rows say for a month, where they say another than the billing. */
  period?: { month?: number; year?: number };
  /** What the other rows say, and whether nearly all of them do. */
  others?: { text: string; isAll: boolean };
  /** What makes rows the same. */
  twice?: 'all' | 'amount' | 'invoice' | 'number';
  /** What is said of the first of its rows. */
  example: string;
  /** The likeliest first. */
  answers: ProblemAnswer[];
  answer: AnswerName | null;
};

/** `count` dates of a column look swapped, such as `from`, which would become `to` (`YYYY-MM-DD`). */
export type DayQuestion = {
  field: string;
  heading: string;
  count: number;
  from: string;
  to: string;
  answer: 'swap' | 'keep' | null;
};

/**
 * Rows whose invoice numbers other billings have in the same month, and up to three of those billings. `answer`:
 * whether both count in one series, as a person said now or last.
 */
export type SeriesQuestion = { count: number; billings: string[]; answer: boolean | null };

/**
 * Rows whose arrears are not what older bills leave open, with both sums in rupees, and up to three of the billings.
 * `answer`: whether the older bills are carried all the same.
 */
export type ArrearsQuestion = {
  count: number;
  asked: number;
  open: number;
  billings: string[];
  answer: boolean | null;
};

/**
 * What a person is asked once of the whole sheet before it is saved. `dots`: whether dots divide thousands or decimals in
 * a column. `merged`: whether an amount in merged cells is owed in each row or once. `rupees`: what the column comes to
 * with the answer.
 */
export type SheetQuestion = {
  key: string;
  kind: 'dots' | 'merged';
  heading: string;
  count: number;
  example: string;
  answers: { name: SheetAnswer; rupees?: number }[];
  answer: SheetAnswer | null;
};
export type SheetAnswer = 'thousands' | 'decimals' | 'each' | 'once';

/** To compare with the bank's sheet. Rows with anything in them = the sum of `fates`. */
export type CheckSummary = {
  rows: number;
  fates: Record<Fate, number>;
  errors: number;
  warnings: number;
  /** Rows that have an issue of the kind; kinds without any are absent. */
  issues: { kind: IssueKind; count: number }[];
  /** The same by what can be answered at once: what is open and what was answered, most rows first. */
  lines: ProblemLine[];
  /** How many letters nearly all texts of a field have at most. */
  widest: Partial<Record<string, number>>;
  /** Of the rows that a save would take (`add`, `update`, `same`, `held`). Rupees; days as `YYYY-MM-DD`. */
  totals: {
    students: number;
    families: number;
    rupees: number;
    firstDue: string | null;
    lastDue: string | null;
  };
  /** Headings that no field takes, by name: told, not silently dropped. */
  unused: string[];
  /** Rows that are hidden in the sheet, and how many of them are left out. */
  hidden: { rows: number; leftOut: number };
  /** Fields that messages name and no column holds. */
  absent: string[];
  /** Columns of dates of which a person is asked whether day and month are swapped. */
  days: DayQuestion[];
  /** What is asked of the sheet's notation and shape. */
  questions: SheetQuestion[];
  /** Null where no other billing has their invoice numbers. */
  series: SeriesQuestion | null;
  /** Null where arrears are what older bills leave open, or none are asked for. */
  arrears: ArrearsQuestion | null;
  /** About the file as a whole: other sheets with bills, a guessed encoding, the same file imported before. */
  notes: string[];
};

/** Any number of columns of a sheet may hold it: a mother's number beside the father's. Of every other field one may. */
export const mayBeSeveral = (field: string | null | undefined): boolean => field === 'number';

/** A column of the sheet with some of what it holds. `field` null: not used; `fee`: a head of its name. */
export type SheetColumn = {
  /** Its place in the sheet, 0 for A. */
  index: number;
  heading: string;
  field: string | null;
  /**
   * How it came to its field: by the spec's name or a usual spelling, remembered, by hand, proposed because it reads as
   * a fee and holds amounts, or not at all.
   */
  by: 'name' | 'memory' | 'hand' | 'fee' | 'none';
  /** The field that its heading fits as another's does: a person chooses between them. */
  fits?: string;
  /** It is a fee, and the heads of a bill are all taken. */
  hasNoPlace?: boolean;
  samples: string[];
};

/** A file that was opened: its sheets, and the columns of the chosen one. */
export type OpenedBook = {
  fileName: string;
  sha256: string;
  kind: ImportKind;
  /** Plain numbers, one or more a line: there are no columns to choose. */
  isNumberList: boolean;
  /** There where the file does not tell how its letters are written: a person is asked. */
  letters?: Letters;
  sheets: { name: string; rows: number; hasHeader: boolean }[];
  sheet: number;
  /** The sheet's own number of the row of names; 0 for a list of numbers. */
  headerRow: number;
  columns: SheetColumn[];
};

/**
 * A heading with the column it names; null where it names none, or one that another heading has. `isFee`: the heading
 * is a fee's name, and the column that of its amount, once it has a place.
 */
export type NamedColumn = {
  index: number;
  title: string;
  column: Column | null;
  by: SheetColumn['by'];
  isFee: boolean;
  /** It is a fee, and a bill has no head left for it. */
  hasNoPlace: boolean;
  /** The field that its heading fits as another's does, while memory does not decide. */
  fits: string | null;
};
