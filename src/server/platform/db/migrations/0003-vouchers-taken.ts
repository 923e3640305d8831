/** A file of vouchers counts as printed when somebody takes it. Until then the job holds what to record. */
export const name = '0003-vouchers-taken';

export const statements = (): string[] => ['alter table voucher_job add column contents text'];
