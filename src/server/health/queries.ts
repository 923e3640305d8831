/** Over every campus; for the program's own figures. */
import type { Db } from '../db/store.ts';

/** When the message that waits longest was due; undefined when none is due. What a person has paused is not. */
export async function findOldestDue(db: Db, now: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sender')
    .innerJoin('broadcast', 'broadcast.campusID', 'sender.campusID')
    // A look into the index for each run, rather than one over everything that waits.
    .select((eb) =>
      eb
        .selectFrom('message')
        .select((eb) => eb.fn.min('dueAt').as('first'))
        .whereRef('message.broadcastID', '=', 'broadcast.id')
        .where('status', '=', 'queued')
        .where('dueAt', '<=', now)
        .as('oldest'),
    )
    .where('state', '=', 'running')
    // A person sends each of them when she comes to it.
    .where('sender.provider', '<>', 'assisted')
    .where('broadcast.nextAt', '<=', now)
    // Whoever waits for the end of quiet hours, or for its turn at a slow pace, is not late.
    .where('sender.nextAt', '<=', now)
    .where((eb) => eb.or([eb('kind', '<>', 'run'), eb('sender.runsAt', '<=', now)]))
    .orderBy('oldest', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  return row?.oldest ?? undefined;
}
