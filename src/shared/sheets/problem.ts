/** What reading a row has to say: cells that could not be read, and what a person should look at. */
import { type IssueKind, issueKinds, type RowIssue } from './checked.ts';

/** What a cell could not be read for. A value, not an exception: a sheet may hold thousands. */
export class Problem {
  readonly sentence: string;
  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

/** A cell read: its value, null where it is empty, or what is wrong with it. */
export type Read<T> = T | null | Problem;

const refusing: ReadonlySet<IssueKind> = new Set([
  'unread',
  'notARow',
  'twice',
  'elsewhere',
  'outstandingDiffers',
  'shifted',
]);

export const levelOf = (kind: IssueKind): RowIssue['level'] => (refusing.has(kind) ? 'error' : 'warning');

const bits = Object.fromEntries(issueKinds.map((kind, at) => [kind, 1 << at])) as Record<IssueKind, number>;

/** A set of kinds in one number, a bit for each: a row of a hundred thousand keeps no more than that. */
export const bitOf = (kind: IssueKind): number => bits[kind];
export const bitsOf = (issues: readonly RowIssue[]): number =>
  issues.reduce((set, { kind }) => set | bits[kind], 0);
export const errorBits = [...refusing].reduce((set, kind) => set | bits[kind], 0);
export const anyBits = issueKinds.reduce((set, kind) => set | bits[kind], 0);

/** Collects the issues of one row while its cells are read. */
export class Findings {
  readonly issues: RowIssue[] = [];
  /** The cell being read: its field, and its heading as typed. */
  field = '';
  title = '';
  /** Days without a year, read when the voucher's is known. */
  readonly yearless: { field: string; title: string; typed: string; month: number; day: number }[] = [];
  /** The phone numbers of the row as E.164. */
  numbers: readonly string[] = [];

  /** About the cell being read; the sentence goes on after its heading. */
  ofCell(kind: IssueKind, sentence: string): void {
    this.issues.push({
      kind,
      level: levelOf(kind),
      field: this.field,
      sentence: `${this.title}: ${sentence}`,
    });
  }

  /** About the row, or about one of its fields in its relation to others. */
  ofRow(kind: IssueKind, sentence: string, field?: string): void {
    const issue: RowIssue = { kind, level: levelOf(kind), sentence };
    this.issues.push(field === undefined ? issue : { ...issue, field });
  }
}
