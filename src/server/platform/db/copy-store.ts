/** A copy of a store: its rows at one moment, without tables with secrets, and marked as a copy. */

/** The row count of each table at the moment of the copy. Rows that are left out are counted too. */
export type CopiedRows = Readonly<Record<string, number>>;

export type Copied = {
  rows: CopiedRows;
  /** The names of the applied migrations, in order. */
  steps: string[];
  /** The rows of the table `CopyWish.rowsOf`, at the same moment. Empty if the table does not exist. */
  rowsOfTable: Readonly<Record<string, unknown>>[];
};

export type CopyOptions = {
  /** Tables whose rows are left out. */
  without: readonly string[];
  /**
   * Statements that run only in the copy. Their SQL must work on both engines. Statements that need a missing column
   * are skipped.
   */
  marks: readonly string[];
  /** The table whose rows are returned as `Copied.rowsOfTable`. */
  rowsOf: string;
};

/** The reason why no copy was made: `code`, with further information in `detail`. */
export class CopyFailure extends Error {
  readonly code: 'atWork' | 'noDump' | 'oldDump' | 'dumpFailed' | 'notWhole' | 'olderProgram' | 'movedAway';
  readonly detail: string;

  constructor(code: CopyFailure['code'], detail = '') {
    super(detail === '' ? code : `${code}: ${detail}`);
    this.name = 'CopyFailure';
    this.code = code;
    this.detail = detail;
  }
}

/** The row counts that a copy should have. */
export const expectedRows = (counted: CopiedRows, without: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counted).map(([table, count]) => [table, without.includes(table) ? 0 : count]),
  );

/**
 * Throws if a copy does not have the row counts from the time of the copy. The table `setting` may have one more row,
 * because a mark adds one.
 */
export function expectRows(found: CopiedRows, counted: CopiedRows, without: readonly string[]): void {
  for (const [table, expected] of Object.entries(expectedRows(counted, without))) {
    const there = found[table];
    const isRight = there === expected || (table === 'setting' && there === expected + 1);
    if (!isRight) throw new CopyFailure('notWhole', `${table}: ${there ?? 'no'} rows of ${expected}`);
  }
}
