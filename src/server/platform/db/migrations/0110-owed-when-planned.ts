/** Of a message that was planned for later: its bills that were owed then. Of those planned before nobody knows. */
export const name = '0110-owed-when-planned';

export const statements = (): string[] => [
  `alter table message add column "owedIDs" text not null default ''`,
];
