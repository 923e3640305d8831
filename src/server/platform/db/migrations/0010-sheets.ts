/** Adds the sheet of an import, and whether its billing shares a series of invoice numbers with other billings. */
export const name = '0010-sheets';

export const statements = (): string[] => [
  // Empty for a text file, and for an import before this version. The import then covers the whole file.
  `alter table import add column sheet text not null default ''`,
  // Null if the question was not answered.
  `alter table import add column "oneSeries" integer check ("oneSeries" in (0, 1))`,
];
