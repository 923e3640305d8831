/** Figures that a save was told of and that no sheet has: SQLite kept them and could not read them any more. */
export const name = '0009-figures';

/** Rows of an Excel sheet. */
const mostRows = 1_048_576;

export const statements = (): string[] =>
  ['skipped', 'refused'].map(
    (figure) => `update import set ${figure} = ${mostRows} where ${figure} > ${mostRows}`,
  );
