/** Leases of every campus that are over; each takes `Db`, and says so. */
import { sql } from 'kysely';
import { type Reason, reasonOf } from '#shared/reasons.ts';
import { valueList } from '../../db/long-lists.ts';
import type { Db } from '../../db/store.ts';
import type { Claimed } from '../model.ts';

/** What is left to say of a try whose lease is over: by hand it was a person who did not come back. */
const whyUnknown = sql<Reason>`case when exists (
    select 1 from sender where sender.id = message."senderID" and sender.provider = 'assisted')
  then ${sql.lit(reasonOf('leftOpen'))} else ${sql.lit(reasonOf('mayHaveBeenSent'))} end`;

/** Leases that ended before, or end beyond, but those of some messages. */
export type Leases = { before: string; beyond?: string; but: number[]; now: string };

/** The messages that stay with whoever has them in hand, for the condition below. */
const inHand = (db: Db, { but }: Leases) => valueList(db, 'in_hand', [0, ...but]);

/** Of a message of the statement: its lease is over, and this process does not have it in hand. */
const isOver = ({ before, beyond = '9999' }: Leases) =>
  sql`status = 'sending' and ("leaseUntil" < ${before} or "leaseUntil" > ${beyond})
      and id not in (select value from in_hand)`;

/** Asked every second, so that nothing is written where nothing is over. */
export async function hasExpiredLease(db: Db, leases: Leases): Promise<boolean> {
  const { rows } = await sql`with ${inHand(db, leases)}
    select id from message
    where ${isOver(leases)}
    limit 1`.execute(db);
  return rows.length > 0;
}

export type OnlyClaimed = Pick<
  Claimed,
  | 'id'
  | 'campusID'
  | 'senderID'
  | 'broadcastID'
  | 'attempts'
  | 'waits'
  | 'leaseUntil'
  | 'startedAt'
  | 'sequence'
>;

/**
 * The messages whose lease is over and that were never handed over. Writes them as they are: on PostgreSQL a worker
 * that still wants to hand one over waits for the caller's transaction, and then finds its lease gone.
 */
export async function lockOnlyClaimed(db: Db, leases: Leases): Promise<OnlyClaimed[]> {
  const { rows } = await sql<OnlyClaimed>`with ${inHand(db, leases)}
    update message set "leaseUntil" = "leaseUntil"
    where ${isOver(leases)} and "handedOverAt" is null
    returning id, "campusID", "senderID", "broadcastID", attempts, waits, "leaseUntil", "updatedAt" as "startedAt", sequence`.execute(
    db,
  );
  return rows;
}

/** Ends the leases that are over, but some, of what was handed over: nobody knows whether those messages left. */
export async function endLeases(db: Db, leases: Leases) {
  const { rows } = await sql<{
    campusID: number;
    broadcastID: number;
  }>`with ${inHand(db, leases)}
    update message set status = 'unknown', reason = ${whyUnknown}, "leaseUntil" = null,
      "handedOverAt" = null, "updatedAt" = ${leases.now}
    where ${isOver(leases)} and "handedOverAt" is not null
    returning "campusID", "broadcastID"`.execute(db);
  return rows;
}

/** Keeps the try of each message that was handed over and whose lease is over as one that nobody knows the end of. */
export async function insertUnknownAttempts(db: Db, leases: Leases): Promise<void> {
  await sql`with ${inHand(db, leases)}
    insert into attempt ("messageID", attempt, "campusID", "senderID", "startedAt", "endedAt", outcome, reason)
    select id, attempts, "campusID", "senderID", "updatedAt", ${leases.now}, 'unknown', ${whyUnknown}
    from message
    where ${isOver(leases)} and "handedOverAt" is not null
    on conflict ("messageID", attempt) do nothing`.execute(db);
}
