/** Replaces an index of messages in final states, so that both engines use it. */
export const name = '0006-ended';

export const statements = (): string[] => [
  `drop index "message_ended"`,
  // SQLite uses the index for a query of one state only if the condition lists the states with `or`.
  `create index "message_ended" on message ("campusID", status, id)
    where status = 'failed' or status = 'unknown' or status = 'cancelled' or status = 'skipped'`,
];
