/** Over every campus; for the program's own metrics. */
import { type MessageState, messageStates } from '#shared/message-states.ts';
import type { Db } from '../db/store.ts';
import { everyBroadcast } from '../outbox/broadcasts/queries.ts';

/**
 * Of each broadcast that has a message due, when the oldest was, its kind, and its sender; what a person has paused is
 * not due.
 */
export async function listDue(db: Db, now: string) {
  const rows = await db
    .selectFrom('sender')
    .innerJoin('broadcast', 'broadcast.campusID', 'sender.campusID')
    // A look into the index for each broadcast, rather than one over everything that waits.
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
    // A person sends each of them when she comes to it.
    .where('sender.provider', '<>', 'assisted')
    .where('sender.copiedAt', 'is', null)
    .where('sender.suspendedAt', 'is', null)
    .where('broadcast.nextAt', '<=', now)
    .execute();
  return rows.flatMap(({ oldest, ...row }) => (oldest === null ? [] : { ...row, oldest }));
}

/** The schools, the oldest first. */
export async function listSchoolNames(db: Db): Promise<{ id: number; slug: string }[]> {
  return db.selectFrom('school').select(['id', 'slug']).orderBy('id').execute();
}

export type SchoolStateCount = { schoolID: number; status: MessageState; count: number };

/** How many messages of each school are in each state; by the whole key of the counts, as `countStates`. */
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
