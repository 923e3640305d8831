import type { Insertable } from 'kysely';
import type { MessageState } from '#shared/messages/message-states.ts';
import type { Scope } from '../../auth/scope.ts';
import { insertMany, unindexed } from '../../platform/db/long-lists.ts';
import { yieldToEventLoop } from '../../yielding.ts';
import { type BroadcastSize, isInPart, type MessagePart } from '../broadcasts/broadcasts-queries.ts';
import type { BroadcastTable, MessageTable } from '../tables.ts';

export type NewBroadcast = Pick<
  Insertable<BroadcastTable>,
  | 'senderID'
  | 'clientID'
  | 'text'
  | 'media'
  | 'total'
  | 'queued'
  | 'audience'
  | 'createdAt'
  | 'kind'
  | 'family'
  | 'startAt'
  | 'template'
  | 'title'
  | 'classes'
  | 'followsID'
> &
  Partial<
    Pick<
      Insertable<BroadcastTable>,
      'state' | 'notice' | 'lastDay' | 'paymentID' | 'answersID' | 'reminderOf'
    >
  >;

/** Returns the id of the new broadcast. Fails when the campus already has a broadcast with this `clientID`. */
export async function insertBroadcast(scope: Scope, broadcast: NewBroadcast): Promise<number> {
  const { createdAt, startAt } = broadcast;
  const row = await scope.db
    .insertInto('broadcast')
    .values({
      state: broadcast.queued > 0 ? 'running' : 'done',
      ...broadcast,
      campusID: scope.campusID,
      createdBy: scope.userID,
      keyID: scope.actor.kind === 'key' ? scope.actor.id : null,
      nextAt: startAt ?? createdAt,
      servedAt: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** `attempts` is set for a message that was tried before it is stored; otherwise it is 0. */
export type NewMessage = Omit<
  Insertable<MessageTable>,
  'id' | 'campusID' | 'attempts' | 'waits' | 'code' | 'decidedAt' | 'cancelledAt'
> & { attempts?: number };

/** Rows in one insert. Between two inserts the event loop can serve other requests. */
const messagesPerInsert = 1000;

export async function insertMessages(scope: Scope, messages: Iterable<NewMessage>): Promise<void> {
  let part: (NewMessage & { campusID: number; attempts: number })[] = [];
  for (const message of messages) {
    part.push({ ...message, campusID: scope.campusID, attempts: message.attempts ?? 0 });
    if (part.length < messagesPerInsert) continue;
    await insertMany(scope.db, 'message', part);
    await yieldToEventLoop();
    part = [];
  }
  await insertMany(scope.db, 'message', part);
}

/** Stores the billings of a broadcast, each once. */
export async function insertBroadcastGroups(
  scope: Scope,
  broadcastID: number,
  groupIDs: Iterable<number>,
): Promise<void> {
  const rows = Array.from(groupIDs, (groupID) => ({ campusID: scope.campusID, broadcastID, groupID }));
  await insertMany(scope.db, 'broadcast_group', rows);
}

/** In these states a message was not sent and will not be. */
const unsentStates: readonly MessageState[] = ['cancelled', 'skipped', 'failed'];

/**
 * Returns the ids of bills with a message that was sent, may have been sent, or waits. These are bills of this billing,
 * and bills of other billings in the same messages.
 */
export async function listMessagedBills(scope: Scope, groupID: number): Promise<Set<number>> {
  const broadcasts = scope.db
    .selectFrom('broadcast_group')
    .select('broadcastID')
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', groupID);
  const rows = await scope.db
    .selectFrom('message')
    // `distinct` helps because a family gets many messages about the same bills.
    .distinct()
    .select('billIDs')
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('broadcastID', 'in', broadcasts)
    .where('groupIDs', 'like', `% ${groupID} %`)
    .where('status', 'not in', unsentStates)
    .execute();
  const bills = new Set<number>();
  for (const { billIDs } of rows) for (const id of billIDs.split(' ')) if (id !== '') bills.add(Number(id));
  return bills;
}

/** Identifies an earlier message: its text before placeholders are filled, and for a receipt also its payment. */
export type SentText = { text: string; paymentID: number | null };

/** Lists the broadcasts about one of these billings with this text. */
export async function listBroadcastsWithText(
  scope: Scope,
  groupIDs: number[],
  { text, paymentID }: SentText,
): Promise<BroadcastSize[]> {
  if (groupIDs.length === 0) return [];
  return scope.db
    .selectFrom('broadcast_group')
    .innerJoin('broadcast', 'broadcast.id', 'broadcast_group.broadcastID')
    .select(['broadcast.id', 'broadcast.total'])
    .distinct()
    .where('broadcast_group.campusID', '=', scope.campusID)
    .where('broadcast_group.groupID', 'in', groupIDs)
    .where('broadcast.text', '=', text)
    .$if(paymentID !== null, (query) => query.where('broadcast.paymentID', '=', paymentID))
    .execute();
}

/** Lists the numbers and bills of these messages. Cancelled, skipped and failed messages are left out. */
export async function listSentInPart(scope: Scope, part: MessagePart) {
  return scope.db
    .selectFrom('message')
    .select(['number', 'billIDs', 'providerID'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where(isInPart(part))
    .where('status', 'not in', unsentStates)
    .execute();
}

/**
 * Lists the messages with this text to these numbers. Cancelled, skipped and failed messages are left out. Takes at most
 * a few thousand numbers.
 */
export async function listSentToNumbers(scope: Scope, numbers: string[], text: string) {
  if (numbers.length === 0) return [];
  return scope.db
    .selectFrom('message')
    .innerJoin('broadcast', 'broadcast.id', 'message.broadcastID')
    .select(['message.number', 'message.billIDs', 'message.providerID'])
    .where('message.campusID', '=', scope.campusID)
    .where('message.number', 'in', numbers)
    .where('message.status', 'not in', unsentStates)
    .where('broadcast.text', '=', text)
    .execute();
}

/** Returns the broadcast that an earlier request with this `clientID` stored, with its skipped recipients. */
export async function findBroadcastByClient(scope: Scope, clientID: string) {
  const broadcast = await scope.db
    .selectFrom('broadcast')
    .select(['id', 'queued'])
    .where('campusID', '=', scope.campusID)
    .where('clientID', '=', clientID)
    .executeTakeFirst();
  if (!broadcast) return undefined;
  const skipped = await scope.db
    .selectFrom('message')
    .select(['number', 'name', 'reason'])
    .where('campusID', '=', scope.campusID)
    .where('broadcastID', '=', broadcast.id)
    .where('status', '=', 'skipped')
    // A message that was skipped when it was stored has no text. A message that was skipped later still has its text.
    .where('text', '=', '')
    .orderBy('id')
    .execute();
  return { ...broadcast, skipped };
}
