/**
 * Stores whether a claimed message was handed over. If the process was killed before that, the message waits again.
 * For claims of an earlier version this is unknown, so they count as handed over.
 */
export const name = '0120-handed-over';

export const statements = (): string[] => [
  `alter table message add column "handedOverAt" text check ("handedOverAt" is null or status = 'sending')`,
  `update message set "handedOverAt" = "updatedAt" where status = 'sending'`,
];
