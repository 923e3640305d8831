/** Queries over all campuses, for the metrics of the program. */
import { type MessageState, messageStates } from '#shared/messages/message-states.ts';
import { everyBroadcast } from '../../outbox/broadcasts/broadcasts-queries.ts';
import type { Db } from '../../platform/db/store.ts';

/**
 * Lists the broadcasts that have a due message, with the time of the oldest one, the kind of the broadcast, and the
 * sender. Paused messages are not due.
 */
export async function listDue(db: Db, now: string) {
  const rows = await db
    .selectFrom('sender')
    .innerJoin('broadcast', 'broadcast.campusID', 'sender.campusID')
    // One index lookup for each broadcast is faster than scanning all waiting messages.
    .innerJoin('campus', 'campus.id', 'sender.campusID')
    .selectAll('sender')
    .select((eb) => [
      'campus.timeZone',
      'campus.schoolID',
      'broadcast.kind',
      eb
        .selectFrom('message')
        .select((eb) => eb.fn.min('dueAt').as('first'))
        .whereRef('message.broadcastID', '=', 'broadcast.id')
        .where('status', '=', 'queued')
        .where('dueAt', '<=', now)
        .as('oldest'),
    ])
    .where('state', '=', 'running')
    // Messages sent by hand are left out, because a person sends them.
    .where('sender.provider', '<>', 'assisted')
    .where('sender.copiedAt', 'is', null)
    .where('sender.suspendedAt', 'is', null)
    .where('broadcast.nextAt', '<=', now)
    .execute();
  return rows.flatMap(({ oldest, ...row }) => (oldest === null ? [] : { ...row, oldest }));
}

/** The ids of the schools, the oldest first. */
export async function listSchoolIDs(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('school').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

export type SchoolStateCount = { schoolID: number; status: MessageState; count: number };

/**
 * Counts the messages of each school by state. The conditions cover the whole key of the count table, as in
 * `countStates`.
 */
export async function countStatesBySchool(db: Db): Promise<SchoolStateCount[]> {
  return db
    .selectFrom('campus')
    .innerJoin('message_count', 'message_count.campusID', 'campus.id')
    .select((eb) => ['campus.schoolID', 'message_count.status', eb.fn.sum<number>('count').as('count')])
    .where('message_count.status', 'in', messageStates)
    .where('message_count.broadcastID', '=', everyBroadcast)
    .groupBy(['campus.schoolID', 'message_count.status'])
    .execute();
}
