/**
 * Claimed and handed over are two states: what a dead process had only claimed goes back to the queue. Of the claims of
 * an earlier program nobody knows, so they count as handed over.
 */
export const name = '0120-handed-over';

export const statements = (): string[] => [
  `alter table message add column "handedOverAt" text check ("handedOverAt" is null or status = 'sending')`,
  `update message set "handedOverAt" = "updatedAt" where status = 'sending'`,
];
