/**
 * Sends store the status filter of their bills. There, partly paid now has the same spelling as in the status of a
 * bill.
 */
export const name = '0096-one-word-for-part-paid';

export const statements = (): string[] => [
  `update broadcast set audience = 'partial' where audience = 'part-paid'`,
];
