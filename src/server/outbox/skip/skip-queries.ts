/**
 * Queries that find, skip and rewrite waiting messages when their bills have changed. Sent messages are never changed.
 */
import { sql } from 'kysely';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { gather, idList, unindexed, unindexedText, valueRows } from '../../platform/db/long-lists.ts';
import { isInPart, messageParts, openBroadcasts } from '../broadcasts/broadcasts-queries.ts';
import type { MessageText, WaitingMessage } from '../model.ts';
import { reminderAudiences } from './skip-rules.ts';

type Why = { reason: Reason; now: string };

const skip = (scope: Scope, { reason, now }: Why) =>
  scope.db
    .updateTable('message')
    .set({ status: 'skipped', reason, dueAt: null, updatedAt: now })
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('status', '=', 'queued');

/**
 * Lists waiting messages about this billing or bill. Without an `id` it lists all waiting messages. With `byValues` it
 * leaves out broadcasts that depend only on the phone number of a bill, and lists reminders, planned broadcasts,
 * receipts, texts with placeholders, and messages with a document.
 */
export async function listWaitingAbout(
  scope: Scope,
  { column, id }: { column: 'groupIDs' | 'billIDs'; id: number | undefined },
  { byValues = false } = {},
): Promise<WaitingMessage[]> {
  const broadcasts = openBroadcasts(scope).$if(byValues, (query) =>
    query.where((eb) =>
      eb.or([
        eb('audience', 'in', reminderAudiences),
        eb('startAt', 'is not', null),
        eb('text', 'like', '%{{%'),
        eb('media', 'like', 'paper:%'),
        eb('paymentID', 'is not', null),
      ]),
    ),
  );
  return gather(messageParts(scope, await broadcasts.select('total').execute()), (part) =>
    scope.db
      .selectFrom('message')
      .select(['id', 'broadcastID', 'billIDs', 'owedIDs', 'number'])
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('status', '=', 'queued')
      .where(isInPart(part))
      .where(column, 'like', id === undefined ? '%' : `% ${id} %`)
      .execute(),
  );
}

/**
 * Lists messages about this billing or bill that a worker has claimed but not handed over. Without an `id` it lists all
 * such messages.
 */
export async function listClaimedAbout(
  scope: Scope,
  { column, id }: { column: 'groupIDs' | 'billIDs'; id: number | undefined },
): Promise<Pick<WaitingMessage, 'id' | 'billIDs'>[]> {
  return (
    scope.db
      .selectFrom('message')
      .select(['id', 'billIDs'])
      .where(unindexed('campusID'), '=', scope.campusID)
      // The literal is needed for the partial index of the few messages that are being sent.
      .where('status', '=', sql.lit<'sending'>('sending'))
      .where('handedOverAt', 'is', null)
      .where('cancelledAt', 'is', null)
      .where(column, 'like', id === undefined ? '%' : `% ${id} %`)
      .execute()
  );
}

/**
 * Queues claimed messages again, except those that were handed over in the meantime. The claim does not count as an
 * attempt. The messages are due a millisecond later, so that the next claim has a different lease. Returns their
 * broadcasts.
 */
export async function takeBackClaimed(scope: Scope, ids: readonly number[], now: string): Promise<number[]> {
  const dueAt = new Date(Date.parse(now) + 1).toISOString();
  const rows = await scope.db
    .updateTable('message')
    .set((eb) => ({
      ...{ status: 'queued' as const, leaseUntil: null, dueAt, updatedAt: now },
      attempts: eb('attempts', '-', 1),
    }))
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', idList(scope.db, ids))
    .where('status', '=', 'sending')
    .where('handedOverAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .returning('broadcastID')
    .execute();
  return [...new Set(rows.map(({ broadcastID }) => broadcastID))];
}

/** Lists waiting messages to this number. */
export async function listWaitingFor(scope: Scope, number: string) {
  return scope.db
    .selectFrom('message')
    .select(['id', 'broadcastID', 'billIDs', 'owedIDs', 'groupIDs', 'number', 'attempts'])
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .where(unindexedText('message.status'), '=', 'queued')
    .orderBy('id')
    .execute();
}

/** Lists waiting messages of this broadcast. */
export async function listWaitingOf(scope: Scope, broadcastID: number): Promise<WaitingMessage[]> {
  return scope.db
    .selectFrom('message')
    .select(['id', 'broadcastID', 'billIDs', 'owedIDs', 'number'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('broadcastID', '=', broadcastID)
    .where('status', '=', 'queued')
    .orderBy('id')
    .execute();
}

/** Returns the texts of those of these messages that wait. Takes at most a few thousand messages. */
export async function listTexts(scope: Scope, ids: number[]): Promise<MessageText[]> {
  if (ids.length === 0) return [];
  return scope.db
    .selectFrom('message')
    .select(['id', 'text', 'params', 'billIDs', 'media'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', ids)
    .where(unindexedText('message.status'), '=', 'queued')
    .execute();
}

const textColumns = { id: 'bigint', text: 'text', params: 'text', billIDs: 'text', media: 'text' } as const;

/**
 * Combines campus and state in one condition. With two conditions PostgreSQL expects a single row and scans the whole
 * list for each message.
 */
const waitsHere = ({ campusID }: Scope) =>
  sql<boolean>`case when ${unindexed('campusID')} = ${campusID} then message.status end = 'queued'`;

/** Stores new texts for messages that still wait. */
export async function rewriteMessages(scope: Scope, rows: readonly MessageText[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`with ${valueRows(scope.db, 'anew', { columns: textColumns, rows })}
    update message set text = anew.text, params = anew.params, "billIDs" = anew."billIDs", media = anew.media
    from anew where message.id = anew.id and ${waitsHere(scope)}`.execute(scope.db);
}

/** Skips waiting messages to a number that has opted out. */
export async function skipQueuedOfNumber(scope: Scope, number: string, now: string): Promise<void> {
  await skip(scope, { reason: makeReason('optedOut'), now })
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .execute();
}

/** Skips those of these messages that wait. */
export async function skipMessages(scope: Scope, ids: number[], why: Why): Promise<void> {
  if (ids.length === 0) return;
  await skip(scope, why).where('id', 'in', idList(scope.db, ids)).execute();
}

/** Returns those of these bills that still exist. */
export async function listBillStatus(scope: Scope, billIDs: number[]) {
  if (billIDs.length === 0) return [];
  return scope.db
    .selectFrom('bill')
    .select(['id', 'groupID', 'regNum', 'status', 'paid', 'dueDate', 'expiryDate', 'numbers'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', idList(scope.db, billIDs))
    .execute();
}

/** Returns the audience and text of these broadcasts. Takes at most a few thousand broadcasts. */
export async function listBroadcastsByID(scope: Scope, broadcastIDs: number[]) {
  if (broadcastIDs.length === 0) return [];
  return scope.db
    .selectFrom('broadcast')
    .select([
      'id',
      'audience',
      'text',
      'media',
      'family',
      'kind',
      'template',
      'createdAt',
      'startAt',
      'lastDay',
      'paymentID',
    ])
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', broadcastIDs)
    .execute();
}
