/**
 * All allocations of a payment by an index, also ended ones: a list of payments read every allocation of every school
 * for them. The index by day also holds what the sums of a list need.
 */
export const name = '0014-payment-lists';

export const statements = (): string[] => [
  'drop index "allocation_paymentID"',
  'create index "allocation_paymentID" on allocation ("campusID", "paymentID")',
  'drop index "payment_receivedOn"',
  `create index "payment_receivedOn" on payment ("campusID", "receivedOn", id, amount, "voidedAt", "accountID", source)`,
];
