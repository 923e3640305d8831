/** Adds the sheet of an import, and the answer whether its billing shares a series of invoice numbers with others. */
export const name = '0010-sheets';

export const statements = (): string[] => [
  // Empty for a text file, and for imports before this version; the import then counts for the whole file.
  `alter table import add column sheet text not null default ''`,
  // Null: nobody has answered.
  `alter table import add column "oneSeries" integer check ("oneSeries" in (0, 1))`,
];
