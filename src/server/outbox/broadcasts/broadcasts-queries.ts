/** The broadcasts of a campus: their content, progress and state. */

import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { handedOver, type MessageState, messageStates } from '#shared/messages/message-states.ts';
import { likeCode, type Reason } from '#shared/messages/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { unindexed } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { yieldToEventLoop } from '../../yielding.ts';

export type StateCount = { status: MessageState; count: number };

/** The broadcast id under which the database keeps the counts for all broadcasts of a campus together. */
export const everyBroadcast = 0;

/**
 * The primary key of the counts begins with campus and state, so every query names both. With only a part of the key it
 * would scan all counts.
 */
const counts = (db: Db) =>
  db
    .selectFrom('message_count')
    .select((eb) => ['status', eb.fn.sum<number>('count').as('count')])
    .where('status', 'in', messageStates);

/** Counts the messages in each state, over all campuses. */
export async function countStates(db: Db): Promise<StateCount[]> {
  return counts(db)
    .where('campusID', 'in', (eb) => eb.selectFrom('campus').select('id'))
    .where('broadcastID', '=', everyBroadcast)
    .groupBy('status')
    .execute();
}

/** Counts the messages of the broadcasts created in this period: sent, failed, or still waiting. */
export async function countSent(
  scope: Scope,
  { from, until }: { from: string; until: string },
): Promise<{ sent: number; failed: number; waiting: number }> {
  const rows = await scope.db
    .selectFrom('broadcast')
    .innerJoin('message_count', (join) =>
      join
        .onRef('message_count.campusID', '=', 'broadcast.campusID')
        .onRef('message_count.broadcastID', '=', 'broadcast.id')
        .on('message_count.status', 'in', messageStates),
    )
    .select((eb) => ['message_count.status', eb.fn.sum<number>('message_count.count').as('count')])
    .where('broadcast.campusID', '=', scope.campusID)
    .where('broadcast.createdAt', '>=', from)
    .where('broadcast.createdAt', '<', until)
    .groupBy('message_count.status')
    .execute();
  const sum = (...states: MessageState[]): number =>
    rows.reduce((total, { status, count }) => total + (states.includes(status) ? count : 0), 0);
  return {
    sent: sum('accepted', 'sent', 'delivered', 'read'),
    failed: sum('failed'),
    waiting: sum('queued', 'sending'),
  };
}

/** Tells whether any message has been sent. */
export async function hasSentAny(scope: Scope): Promise<boolean> {
  const row = await counts(scope.db)
    .where('campusID', '=', scope.campusID)
    .where('broadcastID', '=', everyBroadcast)
    .where('status', 'in', handedOver)
    .where('count', '>', 0)
    .groupBy('status')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the stored templates of these broadcasts. Broadcasts without a template are left out. */
export async function listTemplatesOfBroadcasts(scope: Scope, broadcastIDs: number[]) {
  if (broadcastIDs.length === 0) return [];
  return broadcastsOf(scope)
    .select(['id', 'template'])
    .where('id', 'in', broadcastIDs)
    .where('template', 'is not', null)
    .execute();
}

/**
 * Returns the billings of these broadcasts, without deleted billings. The query selects by billing id, because the
 * index begins with that column.
 */
export async function listGroupsOfBroadcasts(scope: Scope, broadcastIDs: number[]) {
  if (broadcastIDs.length === 0) return [];
  const groups = scope.db.selectFrom('group').select('id').where('campusID', '=', scope.campusID);
  return scope.db
    .selectFrom('broadcast_group')
    .select(['broadcastID', 'groupID'])
    .where('campusID', '=', scope.campusID)
    .where('groupID', 'in', groups)
    .where('broadcastID', 'in', broadcastIDs)
    .orderBy('groupID')
    .execute();
}

/** Counts the messages of these broadcasts in each state. */
export async function countMessagesByState(scope: Scope, broadcastIDs: number[]) {
  if (broadcastIDs.length === 0) return [];
  return counts(scope.db)
    .select('broadcastID')
    .where('campusID', '=', scope.campusID)
    .where('broadcastID', 'in', broadcastIDs)
    .groupBy(['broadcastID', 'status'])
    .execute();
}

/** The time at which a broadcast is served next: now, or its start time if it is planned for later. */
const nextTurn = (eb: ExpressionBuilder<Tables, 'broadcast'>, now: string) =>
  eb
    .case()
    .when(eb.and([eb('startedAt', 'is', null), eb('startAt', '>', now)]))
    .then(eb.ref('startAt'))
    .else(now)
    .end();

/** Pauses or resumes one broadcast, or all of the campus. Returns how many changed. */
export async function setBroadcastState(
  scope: Scope,
  change: {
    from: 'running' | 'paused';
    to: 'running' | 'paused';
    broadcastID?: number | undefined;
    now: string;
  },
): Promise<number> {
  const rows = await scope.db
    .updateTable('broadcast')
    .set((eb) => ({
      state: change.to,
      notice: null,
      failures: '',
      pardoned: eb.ref('sequence'),
      nextAt: nextTurn(eb, change.now),
    }))
    .where('campusID', '=', scope.campusID)
    .where('state', '=', change.from)
    .$if(change.broadcastID !== undefined, (query) =>
      query.where('id', 'in', broadcastsOfSend(scope, change.broadcastID ?? 0)),
    )
    .returning('id')
    .execute();
  return rows.length;
}

export async function hasBroadcast(scope: Scope, broadcastID: number): Promise<boolean> {
  return (await broadcastsOf(scope).where('id', '=', broadcastID).executeTakeFirst()) !== undefined;
}

export const broadcastsOf = ({ db, campusID }: Campus) =>
  db.selectFrom('broadcast').select('id').where('campusID', '=', campusID);

/** Selects whether a person has told the family of a failed message by phone. */
export const isContactedByPhone = (eb: ExpressionBuilder<Tables, 'message'>) =>
  eb.exists(
    eb
      .selectFrom('contacted_by_phone')
      .select('contacted_by_phone.messageID')
      .whereRef('contacted_by_phone.campusID', '=', 'message.campusID')
      .whereRef('contacted_by_phone.broadcastID', '=', 'message.broadcastID')
      .whereRef('contacted_by_phone.messageID', '=', 'message.id'),
  );

/** Selects a broadcast and its follow-ups, which sent the same text to corrected numbers. */
export const broadcastsOfSend = ({ db, campusID }: Campus, broadcastID: number) =>
  db
    .selectFrom('broadcast')
    .select('id')
    .where(unindexed('campusID'), '=', campusID)
    .where((eb) => eb.or([eb('id', '=', broadcastID), eb('followsID', '=', broadcastID)]));

/** Selects the broadcasts of a campus that are not done. Only they have messages that wait or are being sent. */
export const openBroadcasts = (campus: Campus) =>
  broadcastsOf(campus).where('state', 'in', ['running', 'paused']);

/** `total` is the number of its messages. */
export type BroadcastSize = { id: number; total: number };

/**
 * A part of the messages of these broadcasts. `ids` is set for a broadcast that is too large for one statement; the
 * part then has only the messages in that range of ids.
 */
export type MessagePart = { broadcastIDs: number[]; ids?: { first: number; last: number } };

/** Yields all messages of these broadcasts in parts, and yields to the event loop between two parts. */
export async function* messageParts(
  scope: { db: Db; campusID: number },
  broadcasts: readonly BroadcastSize[],
): AsyncGenerator<MessagePart> {
  const large = new Set(broadcasts.filter(({ total }) => total > messagesPerPart).map(({ id }) => id));
  for (const broadcastIDs of bundle(broadcasts)) {
    const [only = 0] = broadcastIDs;
    const ends = large.has(only) ? await idRangeOf(scope, only) : undefined;
    if (!ends) yield { broadcastIDs };
    for (let first = ends?.first ?? 1, last = ends?.last ?? 0; first <= last; first += messagesPerPart) {
      yield { broadcastIDs, ids: { first, last: first + messagesPerPart - 1 } };
      await yieldToEventLoop();
    }
    await yieldToEventLoop();
  }
}

/** Tells whether a message belongs to this part. */
export const isInPart =
  ({ broadcastIDs, ids }: MessagePart) =>
  (eb: ExpressionBuilder<Tables, 'message'>) =>
    ids
      ? eb.and([eb('id', '>=', ids.first), eb('id', '<=', ids.last), eb(broadcastByID, 'in', broadcastIDs)])
      : eb('broadcastID', 'in', broadcastIDs);

/** The maximum number of messages in a part. */
const messagesPerPart = 3000;

/** A maximum is needed because each broadcast is a parameter of the statement. */
const broadcastsPerStatement = 500;

/**
 * Groups broadcasts, in their order, so that no group has more messages than a part may have. A larger broadcast is a
 * group of its own.
 */
function bundle(broadcasts: readonly BroadcastSize[]): number[][] {
  const bundles: number[][] = [];
  let room = 0;
  for (const { id, total } of broadcasts) {
    const last = bundles.at(-1);
    const fits = last && total <= room && last.length < broadcastsPerStatement;
    if (fits) last.push(id);
    else bundles.push([id]);
    room = (fits ? room : messagesPerPart) - total;
  }
  return bundles;
}

/**
 * Returns the first and last message id of a broadcast. Hardly any messages of other broadcasts lie in between, because
 * one transaction stored all messages of this broadcast.
 */
async function idRangeOf({ db, campusID }: { db: Db; campusID: number }, broadcastID: number) {
  return db
    .selectFrom('message')
    .select((eb) => [eb.fn.min('id').as('first'), eb.fn.max('id').as('last')])
    .where('broadcastID', 'in', (eb) =>
      eb.selectFrom('broadcast').select('id').where('campusID', '=', campusID).where('id', '=', broadcastID),
    )
    .executeTakeFirst();
}

/**
 * The unary plus prevents the planner from using the index on the broadcast. With a range of ids, the planner would
 * read all of that index for every part.
 */
const broadcastByID = sql<number>`+"broadcastID"`;

export type Campus = { db: Db; campusID: number };

/** Reopens broadcasts that were done and have waiting messages again. A paused broadcast stays paused. */
export async function reopenBroadcasts(scope: Scope, broadcastIDs: number[], now: string): Promise<void> {
  if (broadcastIDs.length === 0) return;
  await scope.db
    .updateTable('broadcast')
    .set((eb) => ({
      state: eb
        .case()
        .when('state', '=', 'paused')
        .then('paused' as const)
        .else('running' as const)
        .end(),
      nextAt: nextTurn(eb, now),
    }))
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', broadcastIDs)
    .execute();
}

/**
 * Lists broadcasts that are paused because WhatsApp refused their template, for campuses that have submitted templates.
 */
export async function listPausedByTemplate(db: Db) {
  return db
    .selectFrom('broadcast')
    .select(['id', 'campusID', 'template', 'notice'])
    .where('campusID', 'in', db.selectFrom('approval').select('campusID'))
    .where('state', '=', 'paused')
    .where('template', 'is not', null)
    .where(sql<string>`notice`, 'like', likeCode('template'))
    .orderBy('id')
    .execute();
}

/** Resumes a broadcast, unless it was paused for another reason in the meantime. */
export async function resumeBroadcast(
  db: Db,
  { id, notice }: { id: number; notice: Reason | null },
  now: string,
): Promise<void> {
  await db
    .updateTable('broadcast')
    .set((eb) => ({
      state: 'running',
      notice: null,
      failures: '',
      pardoned: eb.ref('sequence'),
      nextAt: nextTurn(eb, now),
    }))
    .where('id', '=', id)
    .where('state', '=', 'paused')
    .where('notice', '=', notice)
    .execute();
}

/** Lists the open broadcasts that use a template, with their stored template. */
export async function listOpenByTemplate(db: Db, campusID: number) {
  return db
    .selectFrom('broadcast')
    .select(['id', 'template'])
    .where('campusID', '=', campusID)
    .where('state', 'in', ['running', 'paused'])
    .where('template', 'is not', null)
    .orderBy('id')
    .execute();
}

/** Lists broadcasts that are due and have not started. */
export async function listDueStarts(db: Db, now: string) {
  return db
    .selectFrom('broadcast')
    .innerJoin('campus', 'campus.id', 'broadcast.campusID')
    .select(['broadcast.id', 'broadcast.campusID', 'broadcast.startAt', 'campus.timeZone'])
    .where('startAt', '<=', now)
    .where('startedAt', 'is', null)
    .execute();
}

/** Starts these broadcasts, or pauses those whose start time is too long ago. Returns the ids of both. */
export async function startBroadcasts(
  db: Db,
  due: readonly { id: number }[],
  { now, missedBefore }: { now: string; missedBefore: string },
): Promise<Set<number>> {
  // `startedAt` is checked again, because two workers may have found the same broadcast.
  const begun = await db
    .updateTable('broadcast')
    .set((eb) => ({
      startedAt: now,
      state: eb
        .case()
        .when(eb.and([eb('state', '=', 'running'), eb('startAt', '<', missedBefore)]))
        .then('paused' as const)
        .else(eb.ref('state'))
        .end(),
    }))
    .where('startedAt', 'is', null)
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .returning('id')
    .execute();
  return new Set(begun.map(({ id }) => id));
}

export async function setNotice(db: Db, broadcastID: number, notice: Reason): Promise<void> {
  await db.updateTable('broadcast').set({ notice }).where('id', '=', broadcastID).execute();
}

/** Pauses a running broadcast and stores the reason as its notice. */
export async function pauseBroadcast(db: Db, broadcastID: number, notice: Reason): Promise<void> {
  await db
    .updateTable('broadcast')
    .set((eb) => ({ state: 'paused', notice, failures: '', pardoned: eb.ref('sequence') }))
    .where('id', '=', broadcastID)
    .where('state', '=', 'running')
    .execute();
}

/**
 * Reopens broadcasts of any campus after attempts that have put their messages back. A paused broadcast stays paused.
 */
export async function reopenBroadcastsOfAny(db: Db, broadcastIDs: number[], now: string): Promise<void> {
  for (const id of broadcastIDs.sort((a, b) => a - b)) {
    await db
      .updateTable('broadcast')
      .set((eb) => ({ state: 'running', nextAt: nextTurn(eb, now) }))
      .where('state', '!=', 'paused')
      .where('id', '=', id)
      .execute();
  }
}

/**
 * A planned broadcast sends only after `startDue` has started it. `startDue` pauses a broadcast whose time is too long
 * ago.
 */
export const hasBegun = (eb: ExpressionBuilder<Tables, 'broadcast'>) =>
  eb.or([eb('broadcast.startAt', 'is', null), eb('broadcast.startedAt', 'is not', null)]);

export const dueBroadcastColumns = [
  'id',
  'kind',
  'audience',
  'text',
  'media',
  'family',
  'createdAt',
  'createdBy',
  'startAt',
  'template',
  'lastDay',
  'paymentID',
] as const;
export type DueBroadcast = Pick<Selectable<Tables['broadcast']>, (typeof dueBroadcastColumns)[number]>;

/**
 * Sets when a broadcast is served next, after it had fewer due messages than could be sent. Without waiting messages it
 * becomes done.
 */
export async function rescheduleBroadcast(db: Db, broadcastID: number): Promise<void> {
  // This update locks the broadcast row. Another transaction that puts a message back and reopens the broadcast then
  // runs completely before or completely after the next two statements.
  await db
    .updateTable('broadcast')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', broadcastID)
    .execute();
  const { next } = await db
    .selectFrom('message')
    .select((eb) => eb.fn.min('dueAt').as('next'))
    .where('broadcastID', '=', broadcastID)
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('broadcast')
    .set(next === null ? { state: 'done' as const } : { nextAt: next })
    .where('id', '=', broadcastID)
    .where('state', '=', 'running')
    .execute();
}
