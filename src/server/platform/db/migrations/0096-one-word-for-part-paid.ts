/** Sends store the status filter of their bills. Part-paid now has the same spelling there as in the bill's status. */
export const name = '0096-one-word-for-part-paid';

export const statements = (): string[] => [
  `update broadcast set audience = 'partial' where audience = 'part-paid'`,
];
