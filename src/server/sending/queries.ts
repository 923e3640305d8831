/** What the worker does to messages of every campus: claim, settle, give up. Each takes `Db`, and says so. */
import { sql } from 'kysely';
import { outcomeReasons } from '#shared/words/failures.ts';
import type { Db } from '../db/store.ts';
import { valueRows } from '../db/value-rows.ts';
import type { Claimed, Settlement } from './rules.ts';

export type Claim = { now: string; leaseUntil: string; most: number; skipLocked: boolean };

/** The run whose turn it is: the one that was served longest ago, so that ten messages do not wait for 100,000. */
async function takeTurn(db: Db, now: string): Promise<number | undefined> {
  const next = db
    .selectFrom('broadcast')
    .select('id')
    .where('state', '=', 'running')
    .where('nextAt', '<=', now)
    .orderBy('servedAt')
    .orderBy('id')
    .limit(1);
  const row = await db
    .updateTable('broadcast')
    .set({ servedAt: now })
    .where('id', 'in', next)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** A run without a message to claim now waits for its next one, or is done. */
async function endTurn(db: Db, broadcastID: number): Promise<void> {
  const { next } = await db
    .selectFrom('message')
    .select((eb) => eb.fn.min('dueAt').as('next'))
    .where('broadcastID', '=', broadcastID)
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  const change = next === null ? { state: 'done' as const } : { nextAt: next };
  await db
    .updateTable('broadcast')
    .set(change)
    .where('id', '=', broadcastID)
    .where('state', '=', 'running')
    .execute();
}

/** Marks up to `most` messages of one run as being sent, this try counted, inside the caller's transaction. */
export async function claim(db: Db, { now, leaseUntil, most, skipLocked }: Claim): Promise<Claimed[]> {
  const broadcastID = await takeTurn(db, now);
  if (broadcastID === undefined) return [];
  const next = db
    .selectFrom('message')
    .select('id')
    .where('broadcastID', '=', broadcastID)
    .where('status', '=', 'queued')
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .orderBy('id')
    .limit(most)
    // Dialect: PostgreSQL needs row locks, or workers queue up behind each other.
    .$if(skipLocked, (query) => query.forUpdate().skipLocked());
  const claimed = await db
    // Materialized, so that it is asked once: PostgreSQL may ask a query behind `in` anew for each row, and with
    // rows skipped each answer is another one, until the whole run is claimed.
    .with(
      (name) => name('next').materialized(),
      () => next,
    )
    .updateTable('message')
    .set((eb) => ({
      status: 'sending',
      leaseUntil,
      dueAt: null,
      attempts: eb('attempts', '+', 1),
      updatedAt: now,
    }))
    .where('id', 'in', (eb) => eb.selectFrom('next').select('id'))
    .where('status', '=', 'queued') // Repeated on purpose: without it two workers both win.
    .returning(['id', 'campusID', 'broadcastID', 'senderID', 'number', 'text', 'media', 'attempts'])
    .execute();
  if (claimed.length < most) await endTurn(db, broadcastID);
  return claimed.map((row) => ({ ...row, leaseUntil })).sort((a, b) => a.id - b.id);
}

/**
 * Writes what the tries came to; doing it again changes nothing. A message that a receipt has moved on meanwhile keeps
 * its state. One whose lease was thought over is settled by what is certain, but is not sent again by itself.
 */
export async function settleClaimed(db: Db, settlements: readonly Settlement[], now: string): Promise<void> {
  if (settlements.length === 0) return;
  const rows = valueRows(
    'settled',
    {
      id: 'bigint',
      attempt: 'bigint',
      lease: 'text',
      attempts: 'bigint',
      status: 'text',
      reason: 'text',
      providerID: 'text',
      dueAt: 'text',
      pollAt: 'text',
      acceptedAt: 'text',
    },
    // In one order, so that nobody waits for a row of another's who waits for one of these.
    [...settlements].sort((a, b) => a.id - b.id),
  );
  await sql`with ${rows} update message set
      status = settled.status, reason = settled.reason, attempts = settled.attempts, "leaseUntil" = null,
      "providerID" = settled."providerID", "dueAt" = settled."dueAt", "pollAt" = settled."pollAt",
      "acceptedAt" = settled."acceptedAt", "updatedAt" = ${now}
    from settled
    where message.id = settled.id and message.attempts = settled.attempt
      and (message.status = 'sending' and message."leaseUntil" = settled.lease
        or message.status = 'unknown' and settled.status in ('accepted', 'failed'))`.execute(db);
  const waiting = settlements.filter(({ status }) => status === 'queued').map(({ id }) => id);
  if (waiting.length > 0) await reopenRunsOf(db, waiting, now);
}

/** Messages put back by an outcome need their run to come round again. */
async function reopenRunsOf(db: Db, messageIDs: number[], now: string): Promise<void> {
  const runs = await db
    .selectFrom('message')
    .select('broadcastID')
    .distinct()
    .where('id', 'in', messageIDs)
    .orderBy('broadcastID')
    .execute();
  for (const { broadcastID } of runs) {
    await db
      .updateTable('broadcast')
      .set({ state: 'running', nextAt: now })
      .where('state', '!=', 'paused')
      .where('id', '=', broadcastID)
      .execute();
  }
}

/** Tries whose lease is over, but some: nobody knows whether they left, so a person decides. */
export async function giveUpLeases(
  db: Db,
  { before, but, now }: { before: string; but: number[]; now: string },
) {
  return db
    .updateTable('message')
    .set({ status: 'unknown', reason: outcomeReasons.mayHaveBeenSent, leaseUntil: null, updatedAt: now })
    .where('leaseUntil', '<', before)
    .where('status', '=', 'sending')
    .$if(but.length > 0, (query) => query.where('id', 'not in', but))
    .returning(['campusID', 'broadcastID'])
    .execute();
}
