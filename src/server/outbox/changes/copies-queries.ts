/** Queries about messages that wait in a copy of a store. The original may have sent them since the copy was made. */
import { sql } from 'kysely';
import type { HeldRun } from '#shared/calls/outbox.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Begun, Db } from '../../platform/db/store.ts';
import { markCopy } from '../../senders/settings/settings-queries.ts';
import { openBroadcasts } from '../broadcasts/broadcasts-queries.ts';

/** Marks every sender of the store as part of a copy. `at` is ISO text. */
export async function markAsCopy(db: Db, at: string): Promise<void> {
  await sql.raw(markCopy('place', at)).execute(db);
}

/** Lists the campuses that send nothing because their store is a copy. */
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

/** Counts the waiting messages that were already in the store when it was copied. */
export async function countInCopy(scope: Scope, upTo: number): Promise<number> {
  const { count } = await waiting(scope, upTo)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the waiting messages that were already in the store when it was copied, each with its broadcast. */
export async function listInCopy(scope: Scope, upTo: number): Promise<{ id: number; broadcastID: number }[]> {
  return waiting(scope, upTo).select(['id', 'broadcastID']).orderBy('id').execute();
}

/** Lists the broadcasts with such messages, the newest first, at most a thousand. */
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

/**
 * Tells whether this store contains an attempt. It does if the message has counted the attempt, or has changed since
 * the attempt began.
 */
export async function containsAttempt(db: Db, { id, attempts, startedAt }: Begun): Promise<boolean> {
  const row = await db
    .selectFrom('message')
    .select(['attempts', 'updatedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && (row.attempts >= attempts || row.updatedAt >= startedAt);
}
