/** A copy of a store: its rows at one moment, without secret tables, and marked as a copy. */

/** The row count of each table at the moment of the copy, including rows that are left out. */
export type CopiedRows = Readonly<Record<string, number>>;

export type Copied = {
  rows: CopiedRows;
  /** The names of the applied migrations, in order. */
  steps: string[];
  /** The rows of the table named in `CopyWish.rowsOf`, at the same moment; empty when the table does not exist. */
  rowsOfTable: Readonly<Record<string, unknown>>[];
};

export type CopyWish = {
  /** Tables whose rows are left out. */
  without: readonly string[];
  /**
   * Statements that run only in the copy, in SQL that both engines take. Those that need missing columns are skipped.
   */
  marks: readonly string[];
  /** The table whose rows `Copied.rowsOfTable` returns. */
  rowsOf: string;
};

/** Why no copy was made: `code` is the reason, `detail` what else is known. */
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
 * Throws when a copy lacks rows that were counted when it was made. The table `setting` may have one row more, which a
 * mark added.
 */
export function expectRows(found: CopiedRows, counted: CopiedRows, without: readonly string[]): void {
  for (const [table, wanted] of Object.entries(expectedRows(counted, without))) {
    const there = found[table];
    const isRight = there === wanted || (table === 'setting' && there === wanted + 1);
    if (!isRight) throw new CopyFailure('notWhole', `${table}: ${there ?? 'no'} rows of ${wanted}`);
  }
}
