/** A file of vouchers lists the bills whose vouchers could not be made. */
export const name = '0002-voucher-problems';

export const statements = (): string[] => [
  "alter table voucher_job add column problems text not null default '[]'",
];
