/** The findings of reading a row: unreadable cells and warnings. */
import { type IssueKind, issueKinds, type RowIssue } from './checked.ts';

/** Why a cell could not be read. A value instead of an exception, because a sheet may have thousands of problems. */
export class Problem {
  readonly sentence: string;
  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

/** The result of reading a cell: its value, null if the cell is empty, or the problem. */
export type Read<T> = T | null | Problem;

const refusing: ReadonlySet<IssueKind> = new Set([
  'unread',
  'notARow',
  'twice',
  'elsewhere',
  'second',
  'outstandingDiffers',
  'shifted',
]);

export const levelOf = (kind: IssueKind): RowIssue['level'] => (refusing.has(kind) ? 'error' : 'warning');

const bits = Object.fromEntries(issueKinds.map((kind, at) => [kind, 1 << at])) as Record<IssueKind, number>;

/** A set of kinds in one number, a bit for each, because a hundred thousand rows are kept in memory. */
export const bitOf = (kind: IssueKind): number => bits[kind];
export const bitsOf = (issues: readonly RowIssue[]): number =>
  issues.reduce((set, { kind }) => set | bits[kind], 0);
export const errorBits = [...refusing].reduce((set, kind) => set | bits[kind], 0);
export const anyBits = issueKinds.reduce((set, kind) => set | bits[kind], 0);

/** Collects the issues of one row while its cells are read. */
export class Findings {
  readonly issues: RowIssue[] = [];
  /** The current cell: its field, and its heading as typed. */
  field = '';
  title = '';
  /** Days without a year. They are read when the year of the voucher is known. */
  readonly yearless: { field: string; title: string; typed: string; month: number; day: number }[] = [];
  /** The amount that the status of the row states, in rupees. */
  paid: number | undefined;
  /** The phone numbers of the row as E.164. */
  numbers: readonly string[] = [];

  /** An issue of the current cell; the sentence follows its heading. */
  ofCell(kind: IssueKind, sentence: string): void {
    this.issues.push({
      kind,
      level: levelOf(kind),
      field: this.field,
      sentence: `${this.title}: ${sentence}`,
    });
  }

  /** An issue of the row, or of one of its fields in relation to others. */
  ofRow(kind: IssueKind, sentence: string, field?: string): void {
    const issue: RowIssue = { kind, level: levelOf(kind), sentence };
    this.issues.push(field === undefined ? issue : { ...issue, field });
  }
}
