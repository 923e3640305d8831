/** The counter looks up whether another payment has the same reference. */

export const name = '0012-payment-references';

export const statements = (): string[] => [
  `create index payment_reference on payment ("campusID", reference) where reference is not null`,
];
