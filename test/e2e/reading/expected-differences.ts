/** Every cell on which two sides disagree, and why. A difference that is not listed fails the test. */

/** Our cell and the other side's, by file. */
export type ExpectedDifferences = Record<string, string[]>;

export const fromTruth: ExpectedDifferences = {
  // Without styles nothing marks the number as a date. The bills have the day, with a warning.
  'dialects/nostyles.xlsx': ['row 2, column 2: 45672 and "day 2025-01-15"'],
};

export const fromSecond: ExpectedDifferences = {
  // openpyxl writes characters beyond U+FFFF as numeric references, and SheetJS keeps only their lower 16 bits: U+F393
  // of U+1F393. Our reading is right.
  'dialects/openpyxl.xlsx': [
    'row 5, column 30: "  Muhammad Ahmed Khan  🎓" and "  Muhammad Ahmed Khan  \uf393"',
    'row 18, column 30: "محمد احمد چوہدری 🎓" and "محمد احمد چوہدری \uf393"',
  ],
};
