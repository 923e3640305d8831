/** Which sheet of a workbook an import was of, and whether its numbers were said to go on those of other billings. */
export const name = '0010-sheets';

export const statements = (): string[] => [
  // Empty: of a text file, or from before sheets were kept; it then stands for the whole file.
  `alter table import add column sheet text not null default ''`,
  // Null: nobody was asked.
  `alter table import add column "oneSeries" integer check ("oneSeries" in (0, 1))`,
];
