/**
 * Stores the outcomes of attempts. The functions work for every campus, so they take a `Db`. Rows are always locked in
 * the same order, which prevents deadlocks.
 */
import { type RawBuilder, sql } from 'kysely';
import { makeReason } from '#shared/messages/reasons.ts';
import { unindexedText, valueRows } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';
import { reopenBroadcastsOfAny } from '../broadcasts/broadcasts-queries.ts';
import type { Settlement } from '../model.ts';

const settledColumns = {
  id: 'bigint',
  attempt: 'bigint',
  lease: 'text',
  attempts: 'bigint',
  waits: 'bigint',
  status: 'text',
  reason: 'text',
  code: 'text',
  providerID: 'text',
  dueAt: 'text',
  pollAt: 'text',
  acceptedAt: 'text',
} as const;

const attemptColumns = {
  id: 'bigint',
  attempt: 'bigint',
  campusID: 'bigint',
  senderID: 'text',
  startedAt: 'text',
  endedAt: 'text',
  outcome: 'text',
  code: 'text',
  reason: 'text',
  providerID: 'text',
  waID: 'text',
} as const;

/**
 * Stores the outcomes of attempts. If a receipt or a rescue has stored the row before, the row is completed. An
 * accepted attempt stays accepted.
 */
async function insertAttempts(db: Db, settlements: readonly Settlement[]): Promise<void> {
  const rows = settlements.filter(({ outcome }) => outcome !== null);
  if (rows.length === 0) return;
  await sql`with ${valueRows(db, 'tried', { columns: attemptColumns, rows })}
    insert into attempt ("messageID", attempt, "campusID", "senderID", "startedAt", "endedAt", outcome, code, reason, "providerID", "waID")
    select id, attempt, "campusID", "senderID", "startedAt", "endedAt", outcome, code, reason, "providerID", "waID" from tried
    where true
    on conflict ("messageID", attempt) do update set
      outcome = case when attempt.outcome = 'accepted' then 'accepted' else excluded.outcome end,
      code = excluded.code, reason = excluded.reason, "startedAt" = excluded."startedAt",
      "providerID" = coalesce(attempt."providerID", excluded."providerID"),
      "waID" = coalesce(attempt."waID", excluded."waID")`.execute(db);
}

/**
 * After a postponed attempt the message is queued again. If a person cancelled it during the attempt, it becomes
 * cancelled instead. It gets the time of that cancellation, so that a restore of the cancellation includes it.
 */
const unlessCancelled = (cancelled: RawBuilder<unknown>, settled: RawBuilder<unknown>) =>
  sql`case when settled.status = 'queued' and message."cancelledAt" is not null
    then ${cancelled} else ${settled} end`;

/**
 * Stores the outcomes of attempts. Repeating it changes nothing. If a receipt has already changed the state of a
 * message, that state stays. A message that is already unknown, for example because its lease expired, is settled only
 * by a certain outcome (accepted or failed), and is not sent again.
 */
export async function settleClaimed(db: Db, settlements: readonly Settlement[], now: string): Promise<void> {
  if (settlements.length === 0) return;
  // All transactions write these rows in the same order, which prevents deadlocks.
  const rows = [...settlements].sort((a, b) => a.id - b.id);
  // The attempt is written before the message, in the same order as when receipts are applied.
  await insertAttempts(db, rows);
  await sql`with ${valueRows(db, 'settled', { columns: settledColumns, rows })} update message set
      status = ${unlessCancelled(sql`'cancelled'`, sql`settled.status`)},
      reason = ${unlessCancelled(sql`${makeReason('cancelled')}`, sql`settled.reason`)},
      code = settled.code, attempts = settled.attempts, waits = settled.waits, "leaseUntil" = null, "handedOverAt" = null,
      "providerID" = settled."providerID", "dueAt" = ${unlessCancelled(sql`null`, sql`settled."dueAt"`)},
      "pollAt" = settled."pollAt", "acceptedAt" = settled."acceptedAt",
      "updatedAt" = ${unlessCancelled(sql`message."cancelledAt"`, sql`${now}`)}
    from settled
    where message.id = settled.id and message.attempts = settled.attempt
      and (${unindexedText('message.status')} = 'sending' and message."leaseUntil" = settled.lease
        or ${unindexedText('message.status')} = 'unknown' and settled.status in ('accepted', 'failed'))`.execute(
    db,
  );
  const waiting = [
    ...new Set(rows.flatMap(({ status, broadcastID }) => (status === 'queued' ? broadcastID : []))),
  ];
  await reopenBroadcastsOfAny(db, waiting, now);
}

/**
 * Puts messages back that a receipt reported as failed and that may be tried again. Messages of a cancelled broadcast
 * stay failed.
 */
export async function requeueLate(db: Db, settlements: readonly Settlement[], now: string): Promise<void> {
  const rows = settlements.filter(({ status }) => status === 'queued').sort((a, b) => a.id - b.id);
  if (rows.length === 0) return;
  await sql`with ${valueRows(db, 'settled', { columns: settledColumns, rows })} update message set
      status = 'queued', reason = settled.reason, code = settled.code, waits = settled.waits,
      "dueAt" = settled."dueAt", "providerID" = null, "pollAt" = null, "acceptedAt" = null, "updatedAt" = ${now}
    from settled
    where message.id = settled.id and message.attempts = settled.attempt
      and ${unindexedText('message.status')} = 'failed'
      and message."cancelledAt" is null
      and not exists (select 1 from message taken
        where taken."broadcastID" = message."broadcastID" and taken.status = 'cancelled'
          and taken."updatedAt" >= message."acceptedAt")`.execute(db);
  await reopenBroadcastsOfAny(db, [...new Set(rows.map(({ broadcastID }) => broadcastID))], now);
}

/** Reads the failures of this broadcast and locks them until the transaction of the caller ends. */
export async function lockFailures(db: Db, broadcastID: number) {
  return db
    .updateTable('broadcast')
    .set((eb) => ({ failures: eb.ref('failures') }))
    .where('id', '=', broadcastID)
    .returning(['failures', 'pardoned'])
    .executeTakeFirstOrThrow();
}

export async function setFailures(db: Db, broadcastID: number, failures: string): Promise<void> {
  await db.updateTable('broadcast').set({ failures }).where('id', '=', broadcastID).execute();
}

/** Forgets the failures so far, because a person has dealt with them. */
export async function resetFailures(db: Db, broadcastID: number): Promise<void> {
  await db
    .updateTable('broadcast')
    .set((eb) => ({ failures: '', pardoned: eb.ref('sequence') }))
    .where('id', '=', broadcastID)
    .execute();
}
