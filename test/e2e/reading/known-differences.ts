/** Every cell of which two sides say different things, and why; a difference that is not listed fails. */

/** Our cell, then the other side's, by file. */
export type KnownDifferences = Record<string, string[]>;

export const fromTruth: KnownDifferences = {
  // Without styles nothing says that the number is a date. The bills have the day, with a warning.
  'dialects/nostyles.xlsx': ['row 2, column 2: 45672 and "day 2025-01-15"'],
};

export const fromSecond: KnownDifferences = {
  // openpyxl writes characters beyond U+FFFF as numeric references, of which SheetJS keeps the lower 16 bits: U+F393 of
  // U+1F393. The truth has what we read.
  'dialects/openpyxl.xlsx': [
    'row 5, column 30: "  Muhammad Ahmed Khan  🎓" and "  Muhammad Ahmed Khan  \uf393"',
    'row 18, column 30: "محمد احمد چوہدری 🎓" and "محمد احمد چوہدری \uf393"',
  ],
};
