/** Adds the number of days after the due date on which a bill is still in time. The default is 0, as before. */

export const name = '0065-due-rules';

const columns = [
  `"graceDays" integer not null default 0 check ("graceDays" between 0 and 31)`,
  `"sundayDays" integer not null default 0 check ("sundayDays" in (0, 1))`,
];

export const statements = (): string[] => columns.map((column) => `alter table campus add column ${column}`);
