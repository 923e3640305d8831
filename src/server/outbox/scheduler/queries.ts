/** Round robin over the senders of every campus: each takes `Db`, and says so. One sender is served at a time. */
import { sql } from 'kysely';
import type { Db } from '../../db/store.ts';
import type { SenderRow } from '../../numbers/tables.ts';
import { type DueBroadcast, dueBroadcastColumns, hasBegun } from '../broadcasts/queries.ts';
import { candidateColumns } from '../claims/queries.ts';
import type { Candidate } from '../model.ts';

export type SchedulerMoment = {
  now: string;
  /** Whose time comes by then is served already: each message still waits for its own. */
  soon: string;
  /** Senders that have enough in flight. */
  busy: readonly string[];
  skipLocked: boolean;
};

/** Those that have a message to send now; the one that was served longest ago comes first. */
const ready = (db: Db, { now, soon, busy }: SchedulerMoment) =>
  db
    .selectFrom('sender')
    .where('stoppedAt', 'is', null)
    .where('copiedAt', 'is', null)
    .where('suspendedAt', 'is', null)
    // Sent by a person, one by one.
    .where('provider', '<>', 'assisted')
    .where('nextAt', '<=', soon)
    .$if(busy.length > 0, (query) => query.where('id', 'not in', busy))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('broadcast')
          .select('broadcast.id')
          .whereRef('broadcast.campusID', '=', 'sender.campusID')
          .where('broadcast.state', '=', 'running')
          .where('broadcast.nextAt', '<=', now)
          .where((eb) => hasBegun(eb))
          .where((eb) => eb.or([eb('broadcast.kind', '<>', 'run'), eb('sender.runsAt', '<=', now)])),
      ),
    );

/** The sender whose turn it is, kept from other workers until the caller's transaction ends. */
export async function lockNextSender(db: Db, asking: SchedulerMoment): Promise<SenderRow | undefined> {
  return (
    ready(db, asking)
      .selectAll()
      .orderBy('servedAt')
      .orderBy('id')
      .limit(1)
      // Dialect: PostgreSQL needs the row lock; a sender that another worker serves is left to it.
      .$if(asking.skipLocked, (query) => query.forNoKeyUpdate().skipLocked())
      .executeTakeFirst()
  );
}

/** Whether there is a sender to serve, be it that another worker has it just now. Locks nothing. */
export async function hasReadySender(db: Db, asking: SchedulerMoment): Promise<boolean> {
  return (await ready(db, asking).select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The broadcast of this sender whose turn it is: replies first, then the one that was served longest ago. */
export async function claimBroadcast(
  db: Db,
  sender: SenderRow,
  now: string,
): Promise<DueBroadcast | undefined> {
  const next = db
    .selectFrom('broadcast')
    .select('id')
    .where('campusID', '=', sender.campusID)
    .where('state', '=', 'running')
    .where('nextAt', '<=', now)
    .where((eb) => hasBegun(eb))
    .$if(sender.runsAt > now, (query) => query.where('kind', '<>', 'run'))
    .orderBy(sql`case kind when 'run' then 1 else 0 end`)
    .orderBy('servedAt')
    .orderBy('id')
    .limit(1);
  return (
    db
      .updateTable('broadcast')
      .set({ servedAt: now })
      .where('id', 'in', next)
      // Said once more: an outcome may have held it up since it was found.
      .where('state', '=', 'running')
      .returning(dueBroadcastColumns)
      .executeTakeFirst()
  );
}

/** The next of a broadcast that are due, of those behind the message `after`. */
export async function listCandidates(
  db: Db,
  { broadcastID, after, now, most }: { broadcastID: number; after: number; now: string; most: number },
): Promise<Candidate[]> {
  return db
    .selectFrom('message')
    .select(candidateColumns)
    .where('broadcastID', '=', broadcastID)
    .where('status', '=', 'queued')
    .where('id', '>', after)
    .where('dueAt', '<=', now)
    .orderBy('id')
    .limit(most)
    .execute();
}
