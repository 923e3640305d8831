/** Adds indexes for Today: open bills without a number, and the last day on which banks accept a bill. */
export const name = '0049-today';

const isOpen = `status in ('unpaid', 'partial')`;

export const statements = (): string[] => [
  `create index "bill_numberless" on bill ("campusID", id) where numbers = '' and ${isOpen}`,
  `create index "bill_expiry" on bill ("campusID", "expiryDate", "groupID", status) where ${isOpen} and "expiryDate" is not null`,
];
