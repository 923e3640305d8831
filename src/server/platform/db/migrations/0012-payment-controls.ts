/**
 * The counter looks up whether another payment has the same reference. Each campus says for how many days back cash may
 * be entered without the right to delete.
 */
export const name = '0012-payment-controls';

export const statements = (): string[] => [
  'create index payment_reference on payment ("campusID", reference) where reference is not null',
  `alter table campus add column "cashDays" integer not null default 3 check ("cashDays" between 0 and 366)`,
];
