/**
 * Bills are found by month and registration, no longer by registration and month: the same children come in every
 * month, and each of their bills was written to a place of its own among all the months before (decision 0023).
 */
export const name = '0019-months';

export const statements = (): string[] => [
  `drop index "bill_regNum"`,
  `create index "bill_month" on bill ("campusID", (coalesce(year * 12 + month, -"groupID")), "regNum") where "regNum" is not null`,
];
