/** Limits the row counts of imports. A request could store a number so large that reading it failed on SQLite. */
export const name = '0009-figures';

/** The most rows of an Excel sheet. */
const mostRows = 1_048_576;

export const statements = (): string[] =>
  ['skipped', 'refused'].map(
    (figure) => `update import set ${figure} = ${mostRows} where ${figure} > ${mostRows}`,
  );
