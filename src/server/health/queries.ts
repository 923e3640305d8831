/** Over every campus; for the program's own figures. */
import type { Db } from '../db/store.ts';

/**
 * Of each run that has a message due, when the oldest was, and when a message of its campus was last taken; what a person
 * has paused is not due.
 */
export async function listDue(db: Db, now: string): Promise<{ oldest: string; servedAt: string }[]> {
  const rows = await db
    .selectFrom('sender')
    .innerJoin('broadcast', 'broadcast.campusID', 'sender.campusID')
    // A look into the index for each run, rather than one over everything that waits.
    .select((eb) => [
      'sender.servedAt',
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
    // Whoever waits for the end of quiet hours, or for its turn at a slow pace, is not late.
    .where('sender.nextAt', '<=', now)
    .where((eb) => eb.or([eb('kind', '<>', 'run'), eb('sender.runsAt', '<=', now)]))
    .execute();
  return rows.flatMap(({ oldest, servedAt }) => (oldest === null ? [] : { oldest, servedAt }));
}
