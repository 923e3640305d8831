import type { Scope } from '../auth/scope.ts';

/** The run that an earlier request with the same `clientID` made, with those it left out. */
export async function findBroadcastByClient(scope: Scope, clientID: string) {
  const run = await scope.db
    .selectFrom('broadcast')
    .select(['id', 'queued', 'senderID', 'text', 'media'])
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
