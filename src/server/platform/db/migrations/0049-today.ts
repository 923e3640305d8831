/** What Today asks of all open bills of a campus: who of them has no number, and when a bank takes them no more. */
export const name = '0049-today';

const isOpen = `status in ('unpaid', 'partial')`;

export const statements = (): string[] => [
  `create index "bill_numberless" on bill ("campusID", id) where numbers = '' and ${isOpen}`,
  `create index "bill_expiry" on bill ("campusID", "expiryDate", "groupID", status) where ${isOpen} and "expiryDate" is not null`,
];
