/** The broadcasts of a campus: what they are about, how far they are, and whether they go on. */

import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { handedOver, type MessageState, messageStates } from '#shared/message-states.ts';
import { likeCode, type Reason } from '#shared/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { unindexed } from '../../db/long-lists.ts';
import type { Db } from '../../db/store.ts';
import type { Tables } from '../../db/tables.ts';
import { yieldToEventLoop } from '../../yielding.ts';

export type StateCount = { status: MessageState; count: number };

/** In the counts that the database keeps: all the broadcasts of a campus together. */
export const everyBroadcast = 0;

/**
 * The counts are kept by campus and state, so both are named: by a part of their key they would be looked for in all.
 */
const counts = (db: Db) =>
  db
    .selectFrom('message_count')
    .select((eb) => ['status', eb.fn.sum<number>('count').as('count')])
    .where('status', 'in', messageStates);

/** How many messages are in each state, over every campus. */
export async function countStates(db: Db): Promise<StateCount[]> {
  return counts(db)
    .where('campusID', 'in', (eb) => eb.selectFrom('campus').select('id'))
    .where('broadcastID', '=', everyBroadcast)
    .groupBy('status')
    .execute();
}

/** Messages of what was asked for from one instant until before another: gone out, failed, or still waiting. */
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

/** Whether anything has gone out yet. */
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

/** The templates by which these broadcasts go, as stored; those that go by none are left away. */
export async function listTemplatesOfBroadcasts(scope: Scope, broadcastIDs: number[]) {
  if (broadcastIDs.length === 0) return [];
  return broadcastsOf(scope)
    .select(['id', 'template'])
    .where('id', 'in', broadcastIDs)
    .where('template', 'is not', null)
    .execute();
}

/**
 * The billings these broadcasts are about, those that are still there: by their own ids, which the index begins with.
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

/** How many messages of these broadcasts are in each state. */
export async function countMessagesByState(scope: Scope, broadcastIDs: number[]) {
  if (broadcastIDs.length === 0) return [];
  return counts(scope.db)
    .select('broadcastID')
    .where('campusID', '=', scope.campusID)
    .where('broadcastID', 'in', broadcastIDs)
    .groupBy(['broadcastID', 'status'])
    .execute();
}

/** Pauses or resumes one broadcast, or every one of the campus; answers how many changed. */
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
      // One that is still to begin keeps its time.
      nextAt: eb
        .case()
        .when(eb.and([eb('startedAt', 'is', null), eb('startAt', '>', change.now)]))
        .then(eb.ref('startAt'))
        .else(change.now)
        .end(),
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

/** A broadcast, and those that told corrected numbers what it said. */
export const broadcastsOfSend = ({ db, campusID }: Campus, broadcastID: number) =>
  db
    .selectFrom('broadcast')
    .select('id')
    .where(unindexed('campusID'), '=', campusID)
    .where((eb) => eb.or([eb('id', '=', broadcastID), eb('followsID', '=', broadcastID)]));

/** The broadcasts of a campus that have not come to their end: only they have messages that wait or are being sent. */
export const openBroadcasts = (campus: Campus) =>
  broadcastsOf(campus).where('state', 'in', ['running', 'paused']);

/** `total`: how many messages it has. */
export type BroadcastSize = { id: number; total: number };

/** Messages of these broadcasts; `ids`: of a broadcast that is too large for one statement, those between them. */
export type MessagePart = { broadcastIDs: number[]; ids?: { first: number; last: number } };

/** All the messages of these broadcasts, part by part; between two others get their turn. */
export async function* messageParts(
  scope: { db: Db; campusID: number },
  broadcasts: readonly BroadcastSize[],
): AsyncGenerator<MessagePart> {
  const large = new Set(broadcasts.filter(({ total }) => total > atOnce).map(({ id }) => id));
  for (const broadcastIDs of bundle(broadcasts)) {
    const [only = 0] = broadcastIDs;
    const ends = large.has(only) ? await endsOf(scope, only) : undefined;
    if (!ends) yield { broadcastIDs };
    for (let first = ends?.first ?? 1, last = ends?.last ?? 0; first <= last; first += atOnce) {
      yield { broadcastIDs, ids: { first, last: first + atOnce - 1 } };
      await yieldToEventLoop();
    }
    await yieldToEventLoop();
  }
}

/** Whether a message is of this part. */
export const isInPart =
  ({ broadcastIDs, ids }: MessagePart) =>
  (eb: ExpressionBuilder<Tables, 'message'>) =>
    ids
      ? eb.and([eb('id', '>=', ids.first), eb('id', '<=', ids.last), eb(broadcastByID, 'in', broadcastIDs)])
      : eb('broadcastID', 'in', broadcastIDs);

/** Messages in a part, and broadcasts: each of them is a value of the statement. */
export const atOnce = 3000;

const broadcastsAtOnce = 500;

/** Broadcasts as they come, so many together that they have no more messages than a part. */
function bundle(broadcasts: readonly BroadcastSize[]): number[][] {
  const bundles: number[][] = [];
  let room = 0;
  for (const { id, total } of broadcasts) {
    const last = bundles.at(-1);
    const fits = last && total <= room && last.length < broadcastsAtOnce;
    if (fits) last.push(id);
    else bundles.push([id]);
    room = (fits ? room : atOnce) - total;
  }
  return bundles;
}

/**
 * The first and the last id of a broadcast's messages: one transaction stored them, so hardly any other lies between.
 */
async function endsOf({ db, campusID }: { db: Db; campusID: number }, broadcastID: number) {
  return db
    .selectFrom('message')
    .select((eb) => [eb.fn.min('id').as('first'), eb.fn.max('id').as('last')])
    .where('broadcastID', 'in', (eb) =>
      eb.selectFrom('broadcast').select('id').where('campusID', '=', campusID).where('id', '=', broadcastID),
    )
    .executeTakeFirst();
}

/** With its plus it is no use to an index: beside ids the broadcast's own would be gone through once for every part. */
const broadcastByID = sql<number>`+"broadcastID"`;

export type Campus = { db: Db; campusID: number };

/** Broadcasts that had nothing left to do and have again; a paused broadcast stays paused. */
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
      nextAt: now,
    }))
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', broadcastIDs)
    .execute();
}

/** Broadcasts that stand still because WhatsApp refused their template, of campuses that have submitted some. */
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

/** Lets a broadcast go on, unless somebody has held it for something else meanwhile. */
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
      nextAt: now,
    }))
    .where('id', '=', id)
    .where('state', '=', 'paused')
    .where('notice', '=', notice)
    .execute();
}

/** The open broadcasts that go by a template, with which one it is. */
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

/** Broadcasts whose time has come and that have not begun. */
export async function listDueStarts(db: Db, now: string) {
  return db
    .selectFrom('broadcast')
    .innerJoin('campus', 'campus.id', 'broadcast.campusID')
    .select(['broadcast.id', 'broadcast.campusID', 'broadcast.startAt', 'campus.timeZone'])
    .where('startAt', '<=', now)
    .where('startedAt', 'is', null)
    .execute();
}

/** Begins these, or holds those whose time passed too long ago; answers the ids of both. */
export async function startBroadcasts(
  db: Db,
  due: readonly { id: number }[],
  { now, missedBefore }: { now: string; missedBefore: string },
): Promise<Set<number>> {
  // Asked again on purpose: two workers may have found the same.
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

/** Pauses a broadcast by itself, with why. */
export async function pauseBroadcast(db: Db, broadcastID: number, notice: Reason): Promise<void> {
  await db
    .updateTable('broadcast')
    .set((eb) => ({ state: 'paused', notice, failures: '', pardoned: eb.ref('sequence') }))
    .where('id', '=', broadcastID)
    .where('state', '=', 'running')
    .execute();
}

/** Messages put back by an outcome need their broadcast to come round again. */
export async function reopenBroadcastsOfAny(db: Db, broadcastIDs: number[], now: string): Promise<void> {
  for (const id of broadcastIDs.sort((a, b) => a - b)) {
    await db
      .updateTable('broadcast')
      .set({ state: 'running', nextAt: now })
      .where('state', '!=', 'paused')
      .where('id', '=', id)
      .execute();
  }
}

/** One for later goes only once somebody saw that its time had come, and had not passed long ago. */
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
  'startAt',
  'template',
  'lastDay',
  'paymentID',
] as const;
export type DueBroadcast = Pick<Selectable<Tables['broadcast']>, (typeof dueBroadcastColumns)[number]>;

/** A broadcast of which fewer were due than could go: it waits for its next message, or is done. */
export async function rescheduleBroadcast(db: Db, broadcastID: number): Promise<void> {
  // Whoever puts a message back, and opens its broadcast again for that, has done both before this looks, or does so
  // after.
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
