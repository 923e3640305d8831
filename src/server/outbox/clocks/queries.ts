import type { ExpressionBuilder } from 'kysely';
import { reasonOf } from '#shared/reasons.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';

/** Senders with a time behind that instant, each with its campus's time zone; by hand nothing waits for them. */
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

/**
 * Broadcasts under way whose times are ahead, but those that a person wants later; `hasWrong`: of its messages, too.
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
 * What waits wrongly in this broadcast is due now, and the broadcast, which says so, was served now at the latest;
 * answers how many that were.
 */
export async function mendBroadcast(
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
    .set({ notice: reasonOf('clockAhead'), ...served })
    .where('id', '=', id)
    .execute();
  return Number(numUpdatedRows);
}

/** What is to be asked about at a time to come that is too far is asked about now. */
export async function mendPolls(db: Db, { now, longest }: Ahead): Promise<void> {
  await db.updateTable('message').set({ pollAt: now }).where('pollAt', '>', longest).execute();
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
