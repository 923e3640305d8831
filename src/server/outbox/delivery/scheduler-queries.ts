/** Serves the senders of every campus in turn (round robin). Each function takes a `Db`. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/store.ts';
import type { SenderRow } from '../../senders/tables.ts';
import { type DueBroadcast, dueBroadcastColumns, hasBegun } from '../broadcasts/broadcasts-queries.ts';
import type { Candidate } from '../model.ts';
import { candidateColumns } from './claims-queries.ts';

export type SchedulerMoment = {
  now: string;
  /**
   * Slightly later than `now`. A sender whose next slot is at or before this instant counts as ready; each message still
   * waits for its own slot.
   */
  soon: string;
  /** Senders that have enough messages in flight. */
  busy: readonly string[];
  skipLocked: boolean;
};

/** Selects senders that have a message to send now. The callers take the one that was served longest ago. */
const ready = (db: Db, { now, soon, busy }: SchedulerMoment) =>
  db
    .selectFrom('sender')
    .where('stoppedAt', 'is', null)
    .where('copiedAt', 'is', null)
    .where('suspendedAt', 'is', null)
    // Manual senders are left out, because a person sends their messages.
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

/** Returns the sender that is served next, locked against other workers until the transaction of the caller ends. */
export async function lockNextSender(db: Db, schedule: SchedulerMoment): Promise<SenderRow | undefined> {
  return (
    ready(db, schedule)
      .selectAll()
      .orderBy('servedAt')
      .orderBy('id')
      .limit(1)
      // Dialect: PostgreSQL needs the row lock. A sender that another worker serves is skipped.
      .$if(schedule.skipLocked, (query) => query.forNoKeyUpdate().skipLocked())
      .executeTakeFirst()
  );
}

/** Tells whether a sender is ready, even while another worker serves it. It locks nothing. */
export async function hasReadySender(db: Db, schedule: SchedulerMoment): Promise<boolean> {
  return (await ready(db, schedule).select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Returns the broadcast that this sender serves next: replies first, then the broadcast that was served longest ago.
 */
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
      // The state is checked again, because an outcome may have paused the broadcast since it was selected.
      .where('state', '=', 'running')
      .returning(dueBroadcastColumns)
      .executeTakeFirst()
  );
}

/** Lists the next due messages of a broadcast after the message `after`. */
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
