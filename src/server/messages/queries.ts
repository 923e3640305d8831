import type { Scope } from '../auth/scope.ts';
import { insertMany } from '../db/insert-many.ts';
import type { MessageTable, Tables } from '../db/tables.ts';

export type NewBroadcast = Pick<
  Tables['broadcast'],
  'senderID' | 'clientID' | 'text' | 'media' | 'total' | 'queued' | 'audience' | 'createdAt'
>;

/** The new run's id; undefined when the campus has a run with this `clientID` already. */
export async function insertBroadcast(scope: Scope, broadcast: NewBroadcast): Promise<number | undefined> {
  const { createdAt } = broadcast;
  const row = await scope.db
    .insertInto('broadcast')
    .values({
      ...broadcast,
      campusID: scope.campusID,
      createdBy: scope.userID,
      state: broadcast.queued > 0 ? 'running' : 'done',
      nextAt: createdAt,
      servedAt: createdAt,
    })
    .onConflict((on) => on.columns(['campusID', 'clientID']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export type NewMessage = Omit<MessageTable, 'id' | 'campusID' | 'attempts'>;

export async function insertMessages(scope: Scope, messages: NewMessage[]): Promise<void> {
  await insertMany(
    scope.db,
    'message',
    messages.map((message) => ({ ...message, campusID: scope.campusID, attempts: 0 })),
  );
}

/** The run that an earlier request with the same `clientID` made, with those it left out. */
export async function findBroadcastByClient(scope: Scope, clientID: string) {
  const run = await scope.db
    .selectFrom('broadcast')
    .select(['id', 'queued'])
    .where('campusID', '=', scope.campusID)
    .where('clientID', '=', clientID)
    .executeTakeFirst();
  if (!run) return undefined;
  const skipped = await scope.db
    .selectFrom('message')
    .select(['number', 'name', 'reason'])
    .where('campusID', '=', scope.campusID)
    .where('broadcastID', '=', run.id)
    .where('status', '=', 'skipped')
    // Those skipped later have the text they were to get.
    .where('text', '=', '')
    .orderBy('id')
    .execute();
  return { ...run, skipped };
}
