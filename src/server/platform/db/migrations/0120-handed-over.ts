/**
 * Separates claimed from handed over, so that messages that a dead process had only claimed wait again. For claims of
 * an earlier version this is unknown, so they count as handed over.
 */
export const name = '0120-handed-over';

export const statements = (): string[] => [
  `alter table message add column "handedOverAt" text check ("handedOverAt" is null or status = 'sending')`,
  `update message set "handedOverAt" = "updatedAt" where status = 'sending'`,
];
