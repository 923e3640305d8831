/** Adds the bills that were owed when a message was planned for later. They are unknown for earlier messages. */
export const name = '0110-owed-when-planned';

export const statements = (): string[] => [
  `alter table message add column "owedIDs" text not null default ''`,
];
