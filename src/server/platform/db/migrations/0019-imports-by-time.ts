/** The imports of a campus by time, because the reminders ask every few seconds whether a campus has a new one. */
export const name = '0019-imports-by-time';

export const statements = (): string[] => [
  `create index "import_createdAt" on import ("campusID", "createdAt") where kind = 'bills'`,
];
