/** Queries about expired leases. They work for every campus, so they take a `Db`. */
import { sql } from 'kysely';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import { valueList } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Claimed } from '../model.ts';

/**
 * The reason of an attempt with an expired lease. For a manual sender it says that a person opened the chat and did not
 * report the result.
 */
const whyUnknown = sql<Reason>`case when exists (
    select 1 from sender where sender.id = message."senderID" and sender.provider = 'assisted')
  then ${sql.lit(makeReason('leftOpen'))} else ${sql.lit(makeReason('mayHaveBeenSent'))} end`;

/**
 * Which leases count as expired: those that ended before `before`, and those that end after `beyond`, because a clock
 * that was ahead wrote them. Leases of the messages in `except` are left out.
 */
export type Leases = { before: string; beyond?: string; except: number[]; now: string };

/** The messages that this process is still sending, as the table `in_hand` of the condition below. */
const inHand = (db: Db, { except }: Leases) => valueList(db, 'in_hand', [0, ...except]);

/** Condition on a message: its lease counts as expired, and this process is not sending it. */
const isOver = ({ before, beyond = '9999' }: Leases) =>
  sql`status = 'sending' and ("leaseUntil" < ${before} or "leaseUntil" > ${beyond})
      and id not in (select value from in_hand)`;

/** This query runs every second before any write, so nothing is written while no lease has expired. */
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
 * Locks and returns messages with an expired lease that were never handed over. The update leaves them unchanged and
 * only locks them: on PostgreSQL a worker that hands over such a message waits for the transaction of the caller, and
 * then finds that the lease is gone.
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

/** Ends the expired leases of messages that were handed over. It is unknown whether those messages were sent. */
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

/** Stores an attempt with an unknown outcome for each message with an expired lease that was handed over. */
export async function insertUnknownAttempts(db: Db, leases: Leases): Promise<void> {
  await sql`with ${inHand(db, leases)}
    insert into attempt ("messageID", attempt, "campusID", "senderID", "startedAt", "endedAt", outcome, reason)
    select id, attempts, "campusID", "senderID", "updatedAt", ${leases.now}, 'unknown', ${whyUnknown}
    from message
    where ${isOver(leases)} and "handedOverAt" is not null
    on conflict ("messageID", attempt) do nothing`.execute(db);
}
