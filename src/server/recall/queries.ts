/**
 * Takes back what waits in the outbox: cancelled, or overtaken by what became of its bills. Nothing already sent. And
 * puts back what failed or was cancelled.
 */
import { sql } from 'kysely';
import { retryable } from '#shared/message-states.ts';
import { skipReasons } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import { campusByID, messageStateByID } from '../db/by-id.ts';
import { foundIDs, idParts } from '../db/id-parts.ts';
import { openRuns } from '../db/open-runs.ts';
import { isOfPart, runParts } from '../db/run-parts.ts';
import { valueList, valueRows } from '../db/value-rows.ts';
import { notOnWhatsApp, reminded, type Told, type Waiting } from './rules.ts';

type Why = { reason: string; now: string };

const leave = (scope: Scope, status: 'cancelled' | 'skipped', { reason, now }: Why) =>
  scope.db
    .updateTable('message')
    .set({ status, reason, dueAt: null, updatedAt: now })
    .where(campusByID, '=', scope.campusID)
    .where('status', '=', 'queued');

/**
 * What is taken back or put back: of one run, these messages, those that failed so, or all there is of the campus.
 * `reachableOnly`: none whose number is known not to be on WhatsApp.
 */
export type Choice = {
  broadcastID?: number | undefined;
  ids?: number[] | undefined;
  reason?: string | undefined;
  reachableOnly?: boolean | undefined;
};

/** A list of ids of any length, as something to be `in`; an empty one does not say that it is of numbers. */
const chosen = ({ db }: Scope, ids: readonly number[]) =>
  sql<number>`(with ${valueList(db, 'chosen', ids.length > 0 ? ids : [0])} select value from chosen)`;

/** Of the chosen that are on their way: what does not arrive is not tried again. */
async function cancelOnTheWay(scope: Scope, { broadcastID, ids }: Choice, now: string): Promise<void> {
  await scope.db
    .updateTable('message')
    .set({ cancelledAt: now })
    .where(campusByID, '=', scope.campusID)
    .where('status', '=', 'sending')
    .$if(broadcastID !== undefined, (query) => query.where('broadcastID', '=', broadcastID ?? 0))
    .$if(ids !== undefined, (query) => query.where('id', 'in', chosen(scope, ids ?? [])))
    .execute();
}

/** Cancels what waits of the chosen; answers how many. */
export async function cancelQueued(scope: Scope, choice: Choice, why: Why): Promise<number> {
  const { broadcastID, ids } = choice;
  await cancelOnTheWay(scope, choice, why.now);
  const isOfRun = broadcastID !== undefined;
  const runs = openRuns(scope).$if(isOfRun, (query) => query.where('id', '=', broadcastID ?? 0));
  let count = 0;
  for await (const part of ids ? idParts(ids) : runParts(scope, await runs.select('total').execute())) {
    const { numUpdatedRows } = await leave(scope, 'cancelled', why)
      .$if(isOfRun, (query) => query.where('broadcastID', '=', broadcastID ?? 0))
      .where((eb) => (Array.isArray(part) ? eb('id', 'in', part) : isOfPart(part)(eb)))
      .executeTakeFirstOrThrow();
    count += Number(numUpdatedRows);
  }
  return count;
}

/** What is found in all the parts. */
async function gather<P>(parts: AsyncIterable<P>, find: (part: P) => Promise<Waiting[]>) {
  const all: Waiting[] = [];
  for await (const part of parts) for (const row of await find(part)) all.push(row);
  return all;
}

/**
 * What waits and speaks of this group or bill, be it of others too, or of any. `byValues`: of those runs only that look
 * at more of a bill than its number: reminders, and texts with placeholders.
 */
export async function listWaitingAbout(
  scope: Scope,
  { column, id }: { column: 'groupIDs' | 'billIDs'; id: number | undefined },
  { byValues = false } = {},
): Promise<Waiting[]> {
  const runs = openRuns(scope).$if(byValues, (query) =>
    query.where((eb) => eb.or([eb('audience', 'in', reminded), eb('text', 'like', '%{{%')])),
  );
  return gather(runParts(scope, await runs.select('total').execute()), (part) =>
    scope.db
      .selectFrom('message')
      .select(['id', 'broadcastID', 'billIDs', 'number'])
      .where(campusByID, '=', scope.campusID)
      .where('status', '=', 'queued')
      .where(isOfPart(part))
      .where(column, 'like', id === undefined ? '%' : `% ${id} %`)
      .execute(),
  );
}

/** What waits of this run. */
export async function listWaitingOf(scope: Scope, broadcastID: number): Promise<Waiting[]> {
  return scope.db
    .selectFrom('message')
    .select(['id', 'broadcastID', 'billIDs', 'number'])
    .where(campusByID, '=', scope.campusID)
    .where('broadcastID', '=', broadcastID)
    .where('status', '=', 'queued')
    .orderBy('id')
    .execute();
}

/** What these messages say while they wait; at most a few thousand at once. */
export async function listTexts(scope: Scope, ids: number[]): Promise<Told[]> {
  if (ids.length === 0) return [];
  return scope.db
    .selectFrom('message')
    .select(['id', 'text', 'params', 'billIDs'])
    .where(campusByID, '=', scope.campusID)
    .where('id', 'in', ids)
    .where(messageStateByID, '=', 'queued')
    .execute();
}

const told = { id: 'bigint', text: 'text', params: 'text', billIDs: 'text' } as const;

/** Campus and state as one condition: for two PostgreSQL expects one row, and goes through all the list for each message. */
const waitsHere = ({ campusID }: Scope) =>
  sql<boolean>`case when ${campusByID} = ${campusID} then message.status end = 'queued'`;

/** What these say from now on, while they wait. */
export async function rewriteMessages(scope: Scope, rows: readonly Told[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`with ${valueRows(scope.db, 'anew', { columns: told, rows })}
    update message set text = anew.text, params = anew.params, "billIDs" = anew."billIDs"
    from anew where message.id = anew.id and ${waitsHere(scope)}`.execute(scope.db);
}

/** Skips what waits for a number that is sent nothing any more. */
export async function skipQueuedOfNumber(scope: Scope, number: string, now: string): Promise<void> {
  await leave(scope, 'skipped', { reason: skipReasons.optedOut, now })
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .execute();
}

/** Skips these of the waiting messages. */
export async function skipMessages(scope: Scope, ids: number[], why: Why): Promise<void> {
  if (ids.length === 0) return;
  await leave(scope, 'skipped', why).where('id', 'in', chosen(scope, ids)).execute();
}

/** Those of these bills that are still here. */
export async function listBillStatus(scope: Scope, billIDs: number[]) {
  if (billIDs.length === 0) return [];
  return scope.db
    .selectFrom('bill')
    .select(['id', 'groupID', 'status', 'expiryDate', 'numbers'])
    .where(campusByID, '=', scope.campusID)
    .where('id', 'in', chosen(scope, billIDs))
    .execute();
}

/** Whom these runs were for, and what they said; at most a few thousand at once. */
export async function listRunsByID(scope: Scope, broadcastIDs: number[]) {
  if (broadcastIDs.length === 0) return [];
  return scope.db
    .selectFrom('broadcast')
    .select(['id', 'audience', 'text', 'family', 'kind', 'template', 'createdAt'])
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', broadcastIDs)
    .execute();
}

/** A run that is still to begin keeps its time. */
const dueAt = (now: string) => sql<string>`case when exists (
  select 1 from broadcast where broadcast.id = message."broadcastID"
    and broadcast."startedAt" is null and broadcast."startAt" > ${now})
  then (select "startAt" from broadcast where broadcast.id = message."broadcastID") else ${now} end`;

/** Back into the outbox as if they had never been tried; answers what is needed to tell which of them may still go. */
const putBack = (scope: Scope, now: string, ids: readonly number[]) =>
  scope.db
    .updateTable('message')
    .set({
      status: 'queued',
      reason: null,
      code: null,
      waits: 0,
      decidedAt: null,
      cancelledAt: null,
      dueAt: dueAt(now),
      providerID: null,
      pollAt: null,
      acceptedAt: null,
      updatedAt: now,
    })
    .where(campusByID, '=', scope.campusID)
    .where('id', 'in', ids)
    .returning(['id', 'broadcastID', 'billIDs', 'number']);

type Ended = { status: 'failed' | 'cancelled'; broadcastID?: number | undefined; at?: string };

/** Of a run, or of the campus, where they are found among those that have come to their end. */
const listEnded = (scope: Scope, { status, broadcastID, at }: Ended) =>
  foundIDs(({ after, take }) =>
    scope.db
      .selectFrom('message')
      .select('id')
      .where(broadcastID === undefined ? 'campusID' : campusByID, '=', scope.campusID)
      .$if(broadcastID !== undefined, (query) => query.where('broadcastID', '=', broadcastID ?? 0))
      .$if(at !== undefined, (query) => query.where('updatedAt', '=', at ?? ''))
      .where('status', '=', status)
      .where('id', '>', after)
      .orderBy('id')
      .limit(take)
      .execute(),
  );

/** Whether a message failed because its number is not on WhatsApp. */
const isNotOnWhatsApp = sql<boolean>`(message.status = 'failed' and (coalesce(message.code, '') = ${notOnWhatsApp.code}
  or coalesce(message.reason, '') = ${notOnWhatsApp.reason}))`;

/** Those of the chosen that failed because their number is not on WhatsApp, with why in its own words. */
export async function listUnreachable(scope: Scope, { broadcastID, ids }: Choice) {
  const parts = ids ? idParts(ids) : listEnded(scope, { status: 'failed', broadcastID });
  const found: (Waiting & { reason: string | null })[] = [];
  for await (const part of parts) {
    const rows = await scope.db
      .selectFrom('message')
      .select(['id', 'broadcastID', 'billIDs', 'number', 'reason'])
      .where(campusByID, '=', scope.campusID)
      .where('id', 'in', part)
      .where(isNotOnWhatsApp)
      .$if(broadcastID !== undefined, (query) => query.where('broadcastID', '=', broadcastID ?? 0))
      .execute();
    for (const row of rows) found.push(row);
  }
  return found;
}

/** Of messages of which a bill has another number by now: what they said, and how their runs went. */
export async function listMoved(scope: Scope, ids: readonly number[]) {
  return scope.db
    .selectFrom('message')
    .innerJoin('broadcast', 'broadcast.id', 'message.broadcastID')
    .select(['message.id', 'message.broadcastID', 'message.groupIDs', 'message.billIDs', 'message.number'])
    .select(['message.name', 'message.text', 'message.params'])
    .select(['broadcast.text as written', 'broadcast.media', 'broadcast.audience', 'broadcast.family'])
    .select(['broadcast.kind', 'broadcast.template'])
    .where('message.campusID', '=', scope.campusID)
    .where('broadcast.campusID', '=', scope.campusID)
    .where('message.id', 'in', chosen(scope, ids))
    .orderBy('message.id')
    .execute();
}

/** Named messages that failed or may have been sent, or all the failed ones of a run or campus. */
export async function requeue(scope: Scope, choice: Choice, now: string): Promise<Waiting[]> {
  const { broadcastID, ids, reason, reachableOnly } = choice;
  const ofRun = ids && broadcastID;
  return gather(ids ? idParts(ids) : listEnded(scope, { status: 'failed', broadcastID }), (part) =>
    putBack(scope, now, part)
      .$if(reachableOnly === true, (query) => query.where(({ not }) => not(isNotOnWhatsApp)))
      .where(messageStateByID, 'in', ids ? retryable : ['failed'])
      .$if(ofRun !== undefined, (query) => query.where('broadcastID', '=', ofRun ?? 0))
      .$if(reason !== undefined, (query) => query.where('reason', '=', reason ?? ''))
      .execute(),
  );
}

/** Messages by name that were skipped. */
export async function requeueSkipped(scope: Scope, ids: number[], now: string): Promise<Waiting[]> {
  return gather(idParts(ids), (part) =>
    putBack(scope, now, part).where(messageStateByID, '=', 'skipped').execute(),
  );
}

/** What was cancelled at this very instant; what was on its way then may be tried again after all. */
export async function restoreCancelled(scope: Scope, at: string, now: string): Promise<Waiting[]> {
  await scope.db
    .updateTable('message')
    .set({ cancelledAt: null })
    .where(campusByID, '=', scope.campusID)
    .where('status', '=', 'sending')
    .where('cancelledAt', '=', at)
    .execute();
  return gather(listEnded(scope, { status: 'cancelled', at }), (part) =>
    putBack(scope, now, part).where(messageStateByID, '=', 'cancelled').execute(),
  );
}

/** Messages that may have been sent, and that nobody has decided on; answers how many are left at that. */
export async function leaveUnknown(scope: Scope, ids: number[], { reason, now }: Why): Promise<number> {
  const { numUpdatedRows } = await scope.db
    .updateTable('message')
    .set({ decidedAt: now, reason, updatedAt: now })
    .where(campusByID, '=', scope.campusID)
    .where('id', 'in', chosen(scope, ids))
    .where('status', '=', 'unknown')
    .where('decidedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Runs that had nothing left to do and have again; a paused run stays paused. */
export async function reopenRuns(scope: Scope, broadcastIDs: number[], now: string): Promise<void> {
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
