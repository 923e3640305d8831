/** A campus may have new bills paid with the own credit of their child. */
export const name = '0017-uses-credit';

export const statements = (): string[] => [
  `alter table campus add column "usesCredit" integer not null default 0 check ("usesCredit" in (0, 1))`,
];
