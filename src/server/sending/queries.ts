/** What the worker writes of messages and runs of every campus beside what became of a try; each takes `Db`, and says so. */
import { sql } from 'kysely';
import { outcomeReasons } from '#shared/words/failures.ts';
import type { Db } from '../db/store.ts';
import { valueList } from '../db/value-rows.ts';

/** What is left to say of a try that was given up: by hand it was a person who did not come back. */
const givenUp = sql<string>`case when exists (
    select 1 from sender where sender.id = message."senderID" and sender.provider = 'assisted')
  then ${sql.lit(outcomeReasons.leftOpen)} else ${sql.lit(outcomeReasons.mayHaveBeenSent)} end`;

/** Tries whose lease is over, but some: nobody knows whether they left, so a person decides. */
export async function giveUpLeases(
  db: Db,
  { before, but, now }: { before: string; but: number[]; now: string },
) {
  const { rows } = await sql<{
    campusID: number;
    broadcastID: number;
  }>`with ${valueList(db, 'in_hand', [0, ...but])}
    update message set status = 'unknown', reason = ${givenUp}, "leaseUntil" = null,
      "updatedAt" = ${now}
    where status = 'sending' and "leaseUntil" < ${before} and id not in (select value from in_hand)
    returning "campusID", "broadcastID"`.execute(db);
  return rows;
}

/** Notes the try of each message that is being given up as one that nobody knows the end of. */
export async function insertGivenUp(
  db: Db,
  { before, but, now }: { before: string; but: number[]; now: string },
): Promise<void> {
  await sql`with ${valueList(db, 'in_hand', [0, ...but])}
    insert into attempt ("messageID", attempt, "campusID", "senderID", "startedAt", "endedAt", outcome, reason)
    select id, attempts, "campusID", "senderID", "updatedAt", ${now}, 'unknown', ${givenUp}
    from message
    where status = 'sending' and "leaseUntil" < ${before} and id not in (select value from in_hand)
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
