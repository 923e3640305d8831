/** What the worker writes of messages and runs of every campus beside what became of a try; each takes `Db`, and says so. */

import { type ExpressionBuilder, sql } from 'kysely';
import { outcomeReasons } from '#shared/words/failures.ts';
import { reasonCodes } from '#shared/words/reasons.ts';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import { valueList } from '../db/value-rows.ts';

/** What is left to say of a try that was given up: by hand it was a person who did not come back. */
const givenUp = sql<string>`case when exists (
    select 1 from sender where sender.id = message."senderID" and sender.provider = 'assisted')
  then ${sql.lit(outcomeReasons.leftOpen)} else ${sql.lit(outcomeReasons.mayHaveBeenSent)} end`;

/** Leases that ended before, or end beyond, but those of some messages. */
type Leases = { before: string; beyond?: string; but: number[]; now: string };

/** Tries whose lease is over, but some: nobody knows whether they left, so a person decides. */
export async function giveUpLeases(db: Db, { before, beyond = '9999', but, now }: Leases) {
  const { rows } = await sql<{
    campusID: number;
    broadcastID: number;
  }>`with ${valueList(db, 'in_hand', [0, ...but])}
    update message set status = 'unknown', reason = ${givenUp}, "leaseUntil" = null,
      "updatedAt" = ${now}
    where status = 'sending' and ("leaseUntil" < ${before} or "leaseUntil" > ${beyond})
      and id not in (select value from in_hand)
    returning "campusID", "broadcastID"`.execute(db);
  return rows;
}

/** Notes the try of each message that is being given up as one that nobody knows the end of. */
export async function insertGivenUp(db: Db, { before, beyond = '9999', but, now }: Leases): Promise<void> {
  await sql`with ${valueList(db, 'in_hand', [0, ...but])}
    insert into attempt ("messageID", attempt, "campusID", "senderID", "startedAt", "endedAt", outcome, reason)
    select id, attempts, "campusID", "senderID", "updatedAt", ${now}, 'unknown', ${givenUp}
    from message
    where status = 'sending' and ("leaseUntil" < ${before} or "leaseUntil" > ${beyond})
      and id not in (select value from in_hand)
    on conflict ("messageID", attempt) do nothing`.execute(db);
}

/** Runs whose time has come, begun, or held where it passed too long ago; answers both. */
export async function startDueRuns(db: Db, { now, missedBefore }: { now: string; missedBefore: string }) {
  const due = await db
    .selectFrom('broadcast')
    .innerJoin('campus', 'campus.id', 'broadcast.campusID')
    .select(['broadcast.id', 'broadcast.campusID', 'broadcast.startAt', 'campus.timeZone'])
    .where('startAt', '<=', now)
    .where('startedAt', 'is', null)
    .execute();
  if (due.length === 0) return [];
  // Asked again on purpose: two workers may have found the same.
  const begun = await db
    .updateTable('broadcast')
    .set((eb) => ({
      startedAt: now,
      state: eb
        .case()
        .when(eb.and([eb('state', '=', 'running'), eb('startAt', '<', missedBefore)]))
        .then('paused' as const)
        .else(eb.ref('state'))
        .end(),
    }))
    .where('startedAt', 'is', null)
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .returning('id')
    .execute();
  const ids = new Set(begun.map(({ id }) => id));
  return due.filter(({ id }) => ids.has(id));
}

export async function setNotice(db: Db, broadcastID: number, notice: string): Promise<void> {
  await db.updateTable('broadcast').set({ notice }).where('id', '=', broadcastID).execute();
}

/** Senders with a time behind that instant, each with its campus's time zone; by hand nothing waits for them. */
export async function listAhead(db: Db, latest: string) {
  return db
    .selectFrom('sender')
    .innerJoin('campus', 'campus.id', 'sender.campusID')
    .selectAll('sender')
    .select('campus.timeZone')
    .where('provider', '<>', 'assisted')
    .where((eb) =>
      eb.or((['nextAt', 'runsAt', 'servedAt', 'slowedAt'] as const).map((time) => eb(time, '>', latest))),
    )
    .orderBy('sender.id')
    .execute();
}

/** `latest`: what is behind it was written by a clock that was ahead; `longest`: nothing waits for longer. */
export type Ahead = { now: string; latest: string; longest: string };

/**
 * Waiting by a clock that was ahead: for too long, or since a time to come; `anew`: also what was never tried and some
 * limit put off, which is judged again.
 */
const waitsWrongly =
  ({ now, latest, longest }: Ahead, anew: boolean) =>
  (eb: ExpressionBuilder<Tables, 'message'>) =>
    eb.and([
      eb('message.status', '=', 'queued'),
      eb('message.dueAt', '>', now),
      eb.or([
        eb('message.dueAt', '>', longest),
        eb('message.updatedAt', '>', latest),
        ...(anew ? [eb.and([eb('message.attempts', '=', 0), eb('message.waits', '=', 0)])] : []),
      ]),
    ]);

/** Runs under way whose times are ahead, but those that a person wants later; `hasWrong`: of its messages, too. */
export async function listRunsAhead(db: Db, ahead: Ahead) {
  const rows = await db
    .selectFrom('broadcast')
    .select((eb) => [
      'broadcast.id',
      'broadcast.campusID',
      'broadcast.senderID',
      'broadcast.nextAt',
      'broadcast.servedAt',
      eb
        .selectFrom('message')
        .select((eb) => eb.fn.min('dueAt').as('first'))
        .whereRef('message.broadcastID', '=', 'broadcast.id')
        .where('status', '=', 'queued')
        .as('first'),
      eb
        .selectFrom('message')
        .select('message.id')
        .whereRef('message.broadcastID', '=', 'broadcast.id')
        .where(waitsWrongly(ahead, false))
        .limit(1)
        .as('wrong'),
    ])
    .where('state', '=', 'running')
    .where((eb) => eb.or([eb('nextAt', '>', ahead.latest), eb('servedAt', '>', ahead.latest)]))
    .where((eb) => eb.or([eb('startAt', 'is', null), eb('startAt', '<=', ahead.now)]))
    .orderBy('id')
    .execute();
  return rows.map(({ first, wrong, ...run }) => ({ ...run, first, hasWrong: wrong !== null }));
}

/** What waits wrongly in this run is due now, and the run, which says so, was served now at the latest; answers how many that were. */
export async function mendRun(
  db: Db,
  { id, servedAt }: { id: number; servedAt: string },
  { anew, ...ahead }: Ahead & { anew: boolean },
): Promise<number> {
  const { now, latest } = ahead;
  const { numUpdatedRows } = await db
    .updateTable('message')
    .set({ dueAt: now, updatedAt: now })
    .where('broadcastID', '=', id)
    .where(waitsWrongly(ahead, anew))
    .executeTakeFirstOrThrow();
  const served = servedAt > latest ? { servedAt: now } : {};
  await db
    .updateTable('broadcast')
    .set({ notice: reasonCodes.clockAhead, ...served })
    .where('id', '=', id)
    .execute();
  return Number(numUpdatedRows);
}

/** Who was written to at a time to come counts from now on. */
export async function mendReached(db: Db, portfolio: string, { now, latest }: Ahead): Promise<void> {
  await db
    .updateTable('reached')
    .set({ at: now })
    .where('portfolio', '=', portfolio)
    .where('at', '>', latest)
    .execute();
}
