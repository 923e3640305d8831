/** What a copy of a store is: its rows at one moment, without those that nobody may find in it, and marked as a copy. */

/** Of each table the rows at the moment of the copy, those that were left out among them. */
export type CopiedRows = Readonly<Record<string, number>>;

export type Copied = {
  rows: CopiedRows;
  /** The names of the migrations that were applied, in order. */
  steps: string[];
  /** The rows of the table that was asked for, at the same moment; none where it is not there. */
  told: Readonly<Record<string, unknown>>[];
};

export type CopyWish = {
  /** Tables whose rows are left out. */
  without: readonly string[];
  /** Statements carried out in the copy alone, in the words of both engines; those that its schema has the columns for. */
  marks: readonly string[];
  /** The name of a table whose rows are told. */
  told: string;
};

/** Why there is no copy; `code` says which of them, `detail` what else is known. */
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

/** What a copy is to hold of what was counted. */
export const expectedRows = (counted: CopiedRows, without: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counted).map(([table, count]) => [table, without.includes(table) ? 0 : count]),
  );

/** Fails where a copy does not hold what was counted when it was made; a mark may have added a setting. */
export function expectRows(found: CopiedRows, counted: CopiedRows, without: readonly string[]): void {
  for (const [table, wanted] of Object.entries(expectedRows(counted, without))) {
    const there = found[table];
    const isRight = there === wanted || (table === 'setting' && there === wanted + 1);
    if (!isRight) throw new CopyFailure('notWhole', `${table}: ${there ?? 'no'} rows of ${wanted}`);
  }
}
