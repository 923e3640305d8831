/** What tries came to, written for every campus; each takes `Db`, and says so. Rows in one order: no deadlock. */
import { type RawBuilder, sql } from 'kysely';
import { reasonOf } from '#shared/reasons.ts';
import { unindexedText, valueRows } from '../../db/long-lists.ts';
import type { Db } from '../../db/store.ts';
import { reopenBroadcastsOfAny } from '../broadcasts/queries.ts';
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
 * Keeps what tries came to. One that a receipt has named, or that was given up before its answer came, is completed;
 * what is known to have been accepted stays so.
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

/** What is put off after it was cancelled on its way ends as what was cancelled with it, and is put back with that. */
const unlessCancelled = (cancelled: RawBuilder<unknown>, settled: RawBuilder<unknown>) =>
  sql`case when settled.status = 'queued' and message."cancelledAt" is not null
    then ${cancelled} else ${settled} end`;

/**
 * Writes what the tries came to; doing it again changes nothing. A message that a receipt has moved on meanwhile keeps
 * its state. One whose lease was thought over is settled by what is certain, but is not sent again by itself.
 */
export async function settleClaimed(db: Db, settlements: readonly Settlement[], now: string): Promise<void> {
  if (settlements.length === 0) return;
  // In one order, so that nobody waits for a row of another's who waits for one of these.
  const rows = [...settlements].sort((a, b) => a.id - b.id);
  // The try first and then the message, as receipts do.
  await insertAttempts(db, rows);
  await sql`with ${valueRows(db, 'settled', { columns: settledColumns, rows })} update message set
      status = ${unlessCancelled(sql`'cancelled'`, sql`settled.status`)},
      reason = ${unlessCancelled(sql`${reasonOf('cancelled')}`, sql`settled.reason`)},
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
 * Puts messages back of which a receipt has just said that they failed, and that may be tried again; none of a
 * broadcast that was cancelled.
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

/** The failures of this broadcast, which nobody else counts until the caller's transaction ends. */
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

/** What failed until now has been seen to, and counts no more. */
export async function resetFailures(db: Db, broadcastID: number): Promise<void> {
  await db
    .updateTable('broadcast')
    .set((eb) => ({ failures: '', pardoned: eb.ref('sequence') }))
    .where('id', '=', broadcastID)
    .execute();
}
