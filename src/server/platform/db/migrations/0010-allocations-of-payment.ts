/**
 * The valid allocations of a payment by an index. Without it, the trigger that guards a void reads all allocations of
 * the campus for each payment.
 */
export const name = '0010-allocations-of-payment';

export const statements = (): string[] => [
  'create index "allocation_paymentID" on allocation ("campusID", "paymentID") where "endedAt" is null',
];
