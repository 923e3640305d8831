import type { ExpressionBuilder } from 'kysely';
import { makeReason } from '#shared/messages/reasons.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Tables } from '../../platform/db/tables.ts';

/**
 * Lists senders with a time after `latest`, each with the time zone of its campus. Manual senders are left out, because
 * their messages do not wait for these times.
 */
export async function listSendersAhead(db: Db, latest: string) {
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

/**
 * A stored time after `latest` was written by a clock that was ahead. With a correct clock, no limit and no new attempt
 * makes a message wait beyond `longest`.
 */
export type Ahead = { now: string; latest: string; longest: string };

/**
 * Matches messages that wait because of a clock that was ahead: they wait beyond `longest`, or were updated after
 * `latest`. With `checksLimitsAgain` it also matches messages that were postponed before their first attempt.
 */
const waitsWrongly =
  ({ now, latest, longest }: Ahead, checksLimitsAgain: boolean) =>
  (eb: ExpressionBuilder<Tables, 'message'>) =>
    eb.and([
      eb('message.status', '=', 'queued'),
      eb('message.dueAt', '>', now),
      eb.or([
        eb('message.dueAt', '>', longest),
        eb('message.updatedAt', '>', latest),
        ...(checksLimitsAgain ? [eb.and([eb('message.attempts', '=', 0), eb('message.waits', '=', 0)])] : []),
      ]),
    ]);

/**
 * Lists running broadcasts whose times are ahead, except those that a person planned for later. `hasWrong` tells
 * whether one of their messages waits wrongly too.
 */
export async function listBroadcastsAhead(db: Db, ahead: Ahead) {
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
  return rows.map(({ first, wrong, ...broadcast }) => ({ ...broadcast, first, hasWrong: wrong !== null }));
}

/**
 * Makes the wrongly waiting messages of this broadcast due now. The broadcast gets a notice, and its `servedAt` becomes
 * now if it is after `latest`. Returns how many messages changed.
 */
export async function fixBroadcast(
  db: Db,
  { id, servedAt }: { id: number; servedAt: string },
  { checksLimitsAgain, ...ahead }: Ahead & { checksLimitsAgain: boolean },
): Promise<number> {
  const { now, latest } = ahead;
  const { numUpdatedRows } = await db
    .updateTable('message')
    .set({ dueAt: now, updatedAt: now })
    .where('broadcastID', '=', id)
    .where(waitsWrongly(ahead, checksLimitsAgain))
    .executeTakeFirstOrThrow();
  const served = servedAt > latest ? { servedAt: now } : {};
  await db
    .updateTable('broadcast')
    .set({ notice: makeReason('clockAhead'), ...served })
    .where('id', '=', id)
    .execute();
  return Number(numUpdatedRows);
}

/** Makes polls due now that are planned too far in the future. */
export async function fixPolls(db: Db, { now, longest }: Ahead): Promise<void> {
  await db.updateTable('message').set({ pollAt: now }).where('pollAt', '>', longest).execute();
}

/**
 * Sets recipients with a time in the future to the time now. Otherwise the messaging limit would count them for too
 * long.
 */
export async function fixReached(db: Db, portfolio: string, { now, latest }: Ahead): Promise<void> {
  await db
    .updateTable('reached')
    .set({ at: now })
    .where('portfolio', '=', portfolio)
    .where('at', '>', latest)
    .execute();
}
