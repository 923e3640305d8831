/**
 * The index of bills now begins with the month instead of the registration number. So new bills are inserted next to
 * each other instead of all over the index (decision 0023).
 */
export const name = '0019-months';

export const statements = (): string[] => [
  `drop index "bill_regNum"`,
  `create index "bill_month" on bill ("campusID", (coalesce(year * 12 + month, -"groupID")), "regNum") where "regNum" is not null`,
];
