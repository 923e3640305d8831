/** Sends keep which bills they were for. What is partly paid has one word everywhere: that of the stored status. */
export const name = '0096-one-word-for-part-paid';

export const statements = (): string[] => [
  `update broadcast set audience = 'partial' where audience = 'part-paid'`,
];
