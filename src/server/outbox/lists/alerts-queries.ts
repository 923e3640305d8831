/** Queries that tell whether the outbox of a campus is moving. */
import type { Reason } from '#shared/messages/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { openBroadcasts } from '../broadcasts/broadcasts-queries.ts';

/** Counts the messages that are not yet handed to the provider. */
export async function countPending(scope: Scope): Promise<number> {
  const row = await scope.db
    .selectFrom('message')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('broadcastID', 'in', openBroadcasts(scope))
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Counts the messages that may have been sent and wait for the decision of a person. */
export async function countUndecided(scope: Scope): Promise<number> {
  const row = await scope.db
    .selectFrom('message')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('campusID', '=', scope.campusID)
    .where('status', '=', 'unknown')
    .where('decidedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Returns the notice of the latest broadcast that the program, not a person, has paused. */
export async function findHeldNotice(scope: Scope): Promise<Reason | undefined> {
  const row = await scope.db
    .selectFrom('broadcast')
    .select('notice')
    .where('campusID', '=', scope.campusID)
    .where('state', '=', 'paused')
    .where('notice', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.notice ?? undefined;
}

/**
 * Returns since when a broadcast has had a due message that no worker claimed; undefined if no message is late. A
 * `servedAt` after `latest` was written by a wrong clock, so it does not count.
 */
export async function findWaitingSince(
  scope: Scope,
  { before, latest }: { before: string; latest: string },
): Promise<string | undefined> {
  const row = await scope.db
    .selectFrom('broadcast')
    .select('nextAt')
    .where('campusID', '=', scope.campusID)
    .where('state', '=', 'running')
    .where('nextAt', '<', before)
    // A planned broadcast is not late before its start time.
    .where((eb) => eb.or([eb('startAt', 'is', null), eb('startAt', '<', before)]))
    .where((eb) => eb.or([eb('servedAt', '<', before), eb('servedAt', '>', latest)]))
    .orderBy('nextAt')
    .limit(1)
    .executeTakeFirst();
  return row?.nextAt ?? undefined;
}
