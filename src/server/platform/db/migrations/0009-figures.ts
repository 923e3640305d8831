/** Limits the row counts of imports. A request could store a number that was too large for SQLite to read. */
export const name = '0009-figures';

/** The maximum number of rows in an Excel sheet. */
const mostRows = 1_048_576;

export const statements = (): string[] =>
  ['skipped', 'refused'].map(
    (figure) => `update import set ${figure} = ${mostRows} where ${figure} > ${mostRows}`,
  );
