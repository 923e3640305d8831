/** Students that came with a sheet of bills belong to the import of these bills, and are undone with it. */

export const name = '0008-part-imports';

export const statements = (): string[] => [
  `alter table import add column "partOf" integer references import (id)`,
  `create index "import_partOf" on import ("campusID", "partOf") where "partOf" is not null`,
];
