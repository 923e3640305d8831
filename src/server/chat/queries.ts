import type { Scope } from '../auth/scope.ts';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';

/** The latest messages to this number, newest first. */
export async function listSent(scope: Scope, number: string, most: number) {
  return scope.db
    .selectFrom('message')
    .select(['id', 'text', 'media', 'status', 'reason', 'createdAt', 'acceptedAt'])
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .where('status', '!=', 'skipped')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** The latest messages from this number, newest first. */
export async function listReceived(scope: Scope, number: string, most: number) {
  return scope.db
    .selectFrom('inbound')
    .select(['id', 'text', 'media', 'audio', 'at'])
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

export type NewInbound = Omit<Tables['inbound'], 'id'>;

/** Stores what a parent wrote; false when the provider told of it before. */
export async function insertInbound(db: Db, inbound: NewInbound): Promise<boolean> {
  const row = await db
    .insertInto('inbound')
    .values(inbound)
    .onConflict((on) => on.columns(['senderID', 'providerID']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
