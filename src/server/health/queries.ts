/** Over every campus; for the program's own metrics. */
import type { Db } from '../db/store.ts';

/**
 * Of each broadcast that has a message due, when the oldest was, its kind, and its sender; what a person has paused is
 * not due.
 */
export async function listDue(db: Db, now: string) {
  const rows = await db
    .selectFrom('sender')
    .innerJoin('broadcast', 'broadcast.campusID', 'sender.campusID')
    // A look into the index for each broadcast, rather than one over everything that waits.
    .innerJoin('campus', 'campus.id', 'sender.campusID')
    .selectAll('sender')
    .select((eb) => [
      'campus.timeZone',
      'broadcast.kind',
      eb
        .selectFrom('message')
        .select((eb) => eb.fn.min('dueAt').as('first'))
        .whereRef('message.broadcastID', '=', 'broadcast.id')
        .where('status', '=', 'queued')
        .where('dueAt', '<=', now)
        .as('oldest'),
    ])
    .where('state', '=', 'running')
    // A person sends each of them when she comes to it.
    .where('sender.provider', '<>', 'assisted')
    .where('sender.copiedAt', 'is', null)
    .where('broadcast.nextAt', '<=', now)
    .execute();
  return rows.flatMap(({ oldest, ...row }) => (oldest === null ? [] : { ...row, oldest }));
}
