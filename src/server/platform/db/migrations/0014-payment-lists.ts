/**
 * All allocations of a payment by an index, also ended ones: a list of payments read every allocation of every school
 * for them.
 */
export const name = '0014-payment-lists';

export const statements = (): string[] => [
  'drop index "allocation_paymentID"',
  'create index "allocation_paymentID" on allocation ("campusID", "paymentID")',
];
