/** What waits in a copy of a store, which may have been sent since the copy was made. */
import { sql } from 'kysely';
import type { HeldRun } from '#shared/calls/outbox.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Begun, Db } from '../../db/store.ts';
import { markCopy } from '../../numbers/senders/queries.ts';
import { openBroadcasts } from '../broadcasts/queries.ts';

/** Every sender of the store; `at` as ISO text. */
export async function markAsCopy(db: Db, at: string): Promise<void> {
  await sql.raw(markCopy('place', at)).execute(db);
}

/** The campuses that send nothing because their store is a copy. */
export async function listCopied(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('sender')
    .select('campusID')
    .where('copiedAt', 'is not', null)
    .orderBy('campusID')
    .execute();
  return rows.map(({ campusID }) => campusID);
}

const waiting = (scope: Scope, upTo: number) =>
  scope.db
    .selectFrom('message')
    .where('broadcastID', 'in', openBroadcasts(scope))
    .where('status', '=', 'queued')
    .where('id', '<=', upTo);

/** How many wait that were in it when it was copied. */
export async function countInCopy(scope: Scope, upTo: number): Promise<number> {
  const { count } = await waiting(scope, upTo)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The messages that wait, each with its broadcast. */
export async function listInCopy(scope: Scope, upTo: number): Promise<{ id: number; broadcastID: number }[]> {
  return waiting(scope, upTo).select(['id', 'broadcastID']).orderBy('id').execute();
}

/** The broadcasts of which some wait, newest first; a thousand at most. */
export async function listRunsInCopy(scope: Scope, upTo: number): Promise<HeldRun[]> {
  return scope.db
    .selectFrom(
      waiting(scope, upTo)
        .select((eb) => ['broadcastID', eb.fn.countAll<number>().as('waiting')])
        .groupBy('broadcastID')
        .as('held'),
    )
    .innerJoin('broadcast', 'broadcast.id', 'held.broadcastID')
    .select(['held.broadcastID', 'broadcast.text', 'broadcast.createdAt', 'held.waiting'])
    .where('broadcast.campusID', '=', scope.campusID)
    .orderBy('held.broadcastID', 'desc')
    .limit(1000)
    .execute();
}

/** Whether the store knows this try: it counts it, or the message has changed since it was begun. */
export async function knowsTry(db: Db, { id, attempts, startedAt }: Begun): Promise<boolean> {
  const row = await db
    .selectFrom('message')
    .select(['attempts', 'updatedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && (row.attempts >= attempts || row.updatedAt >= startedAt);
}
