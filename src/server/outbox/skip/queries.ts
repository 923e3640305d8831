/** What waits and may have nothing left to speak of: found, skipped, or written anew. Nothing that was sent. */
import { sql } from 'kysely';
import { type Reason, reasonOf } from '#shared/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { gather, idList, unindexed, unindexedText, valueRows } from '../../db/long-lists.ts';
import { isInPart, messageParts, openBroadcasts } from '../broadcasts/queries.ts';
import type { MessageText, WaitingMessage } from '../model.ts';
import { reminded } from './rules.ts';

type Why = { reason: Reason; now: string };

const skip = (scope: Scope, { reason, now }: Why) =>
  scope.db
    .updateTable('message')
    .set({ status: 'skipped', reason, dueAt: null, updatedAt: now })
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('status', '=', 'queued');

/**
 * What waits and speaks of this group or bill, be it of others too, or of any. `byValues`: of those broadcasts only
 * that look at more of a bill than its number: reminders, those for later, receipts, texts with placeholders, and such as
 * bring its paper.
 */
export async function listWaitingAbout(
  scope: Scope,
  { column, id }: { column: 'groupIDs' | 'billIDs'; id: number | undefined },
  { byValues = false } = {},
): Promise<WaitingMessage[]> {
  const broadcasts = openBroadcasts(scope).$if(byValues, (query) =>
    query.where((eb) =>
      eb.or([
        eb('audience', 'in', reminded),
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

/** What waits for this number. */
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

/** What waits of this broadcast. */
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

/** What these messages say while they wait; at most a few thousand at once. */
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
 * Campus and state as one condition: for two PostgreSQL expects one row, and goes through all the list for each
 * message.
 */
const waitsHere = ({ campusID }: Scope) =>
  sql<boolean>`case when ${unindexed('campusID')} = ${campusID} then message.status end = 'queued'`;

/** What these say from now on, while they wait. */
export async function rewriteMessages(scope: Scope, rows: readonly MessageText[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`with ${valueRows(scope.db, 'anew', { columns: textColumns, rows })}
    update message set text = anew.text, params = anew.params, "billIDs" = anew."billIDs", media = anew.media
    from anew where message.id = anew.id and ${waitsHere(scope)}`.execute(scope.db);
}

/** Skips what waits for a number that is sent nothing any more. */
export async function skipQueuedOfNumber(scope: Scope, number: string, now: string): Promise<void> {
  await skip(scope, { reason: reasonOf('optedOut'), now })
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .execute();
}

/** Skips these of the waiting messages. */
export async function skipMessages(scope: Scope, ids: number[], why: Why): Promise<void> {
  if (ids.length === 0) return;
  await skip(scope, why).where('id', 'in', idList(scope.db, ids)).execute();
}

/** Those of these bills that are still here. */
export async function listBillStatus(scope: Scope, billIDs: number[]) {
  if (billIDs.length === 0) return [];
  return scope.db
    .selectFrom('bill')
    .select(['id', 'groupID', 'status', 'dueDate', 'expiryDate', 'numbers'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', idList(scope.db, billIDs))
    .execute();
}

/** Whom these broadcasts were for, and what they said; at most a few thousand at once. */
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
