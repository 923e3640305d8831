import type { Pace } from '#shared/calls/demo.ts';
import type { Scope } from '../auth/scope.ts';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';

export type SenderRow = Tables['sender'];

/** The WhatsApp number of this campus; every campus has one from its creation. */
export async function findSender(scope: Scope): Promise<SenderRow | undefined> {
  return scope.db.selectFrom('sender').selectAll().where('campusID', '=', scope.campusID).executeTakeFirst();
}

export async function updatePace(scope: Scope, pace: Pace): Promise<void> {
  await scope.db.updateTable('sender').set({ pace }).where('campusID', '=', scope.campusID).execute();
}

export async function findSendersByID(db: Db, senderIDs: string[]): Promise<SenderRow[]> {
  if (senderIDs.length === 0) return [];
  return db.selectFrom('sender').selectAll().where('id', 'in', senderIDs).execute();
}
