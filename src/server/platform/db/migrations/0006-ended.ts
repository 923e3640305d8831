/** What came to its end, found by its index on both engines. */
export const name = '0006-ended';

export const statements = (): string[] => [
  `drop index "message_ended"`,
  // SQLite sees that one state is among these only where they are said one by one.
  `create index "message_ended" on message ("campusID", status, id)
    where status = 'failed' or status = 'unknown' or status = 'cancelled' or status = 'skipped'`,
];
