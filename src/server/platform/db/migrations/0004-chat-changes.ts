/** Edits, deletions, calls, and answers from the phone's own app. */

export const name = '0004-chat-changes';

export const statements = (): string[] => [
  `alter table inbound add column "isOurs" integer not null default 0 check ("isOurs" in (0, 1))`,
  `alter table inbound add column kind text not null default 'message' check (kind in ('message', 'call', 'change'))`,
  `alter table inbound add column change text check (change in ('edited', 'revoked'))`,
  `alter table inbound add column "changedAt" text`,
];
