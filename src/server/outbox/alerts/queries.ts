/** What says whether the outbox of a campus moves. */
import type { Reason } from '#shared/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { openBroadcasts } from '../broadcasts/queries.ts';

/** How many messages are not yet handed to the provider. */
export async function countPending(scope: Scope): Promise<number> {
  const row = await scope.db
    .selectFrom('message')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('broadcastID', 'in', openBroadcasts(scope))
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** How many may have been sent, and wait for a person to decide. */
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

/** The notice of the latest broadcast that was paused by itself. */
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
 * Since when a broadcast has had a message that is due, and nobody has come for it; undefined where none has. Behind
 * `latest` it was by a wrong clock.
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
    .where((eb) => eb.or([eb('servedAt', '<', before), eb('servedAt', '>', latest)]))
    .orderBy('nextAt')
    .limit(1)
    .executeTakeFirst();
  return row?.nextAt ?? undefined;
}
