import { type ExpressionBuilder, type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import type { ChatList } from '#shared/calls/chat.ts';
import type { MessageState } from '#shared/message-states.ts';
import { webhookWords } from '#shared/words/webhooks.ts';
import type { Scope } from '../auth/scope.ts';
import { unindexed } from '../db/long-lists.ts';
import { contains } from '../db/search.ts';
import type { Db } from '../db/store.ts';
import { isPostgres } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import { mergeConversations } from './rules.ts';

/** `below`: only ids below it; `from`: none below it. */
type Part = { most: number; below?: number | undefined; from?: number | undefined };

/** The latest messages to this number, newest first, with what the send is called that they are of. */
export async function listSent(scope: Scope, number: string, { most, below, from }: Part) {
  return scope.db
    .selectFrom('message')
    .leftJoin('broadcast', (join) =>
      join
        .onRef('broadcast.id', '=', 'message.broadcastID')
        .onRef('broadcast.campusID', '=', 'message.campusID'),
    )
    .select(['message.id', 'message.text', 'message.media', 'message.status', 'message.reason'])
    .select(['message.dueAt', 'message.decidedAt', 'message.createdAt', 'message.acceptedAt'])
    .select('broadcast.title')
    .where('message.campusID', '=', scope.campusID)
    .where('message.number', '=', number)
    .where('message.status', '!=', 'skipped')
    .$if(below !== undefined, (query) => query.where('message.id', '<', below ?? 0))
    .$if(from !== undefined, (query) => query.where('message.id', '>=', from ?? 0))
    .orderBy('message.id', 'desc')
    .limit(most)
    .execute();
}

/** The latest messages from this number, newest first. */
export async function listReceived(scope: Scope, number: string, { most, below, from }: Part) {
  return scope.db
    .selectFrom('inbound')
    .select(['id', 'text', 'media', 'audio', 'at', 'mediaID'])
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .$if(below !== undefined, (query) => query.where('id', '<', below ?? 0))
    .$if(from !== undefined, (query) => query.where('id', '>=', from ?? 0))
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** Of the latest of what a number wrote: after the one instant, until the other. */
export type Closing = { after: string; until: string };

/**
 * `digits` as `digitsIn` makes them of `search`; `numbers`: those of the families that it finds; `after` is the id of a
 * conversation, 0 for the newest. `closing`: undefined where no window closes.
 */
export type ConversationPage = {
  list: ChatList;
  /** Only of this number; '' for all. */
  number: string;
  closing: Closing | undefined;
  search: string;
  digits: string;
  numbers: readonly string[];
  after: number;
  take: number;
};

/** Nobody has answered what they wrote last. The indexes of what waits say it in these words. */
const waits = sql<SqlBool>`"latestID" > "answeredID"`;

/** The conversations that wait; of these, those whose window closes soon. */
const waiting = (scope: Scope, closing?: Closing) =>
  scope.db
    .selectFrom('conversation')
    .where('conversation.campusID', '=', scope.campusID)
    .where(waits)
    .$if(closing !== undefined, (query) =>
      query.where('latestAt', '>', closing?.after ?? '').where('latestAt', '<=', closing?.until ?? ''),
    );

/** How many conversations wait; with `closing` of those whose window closes soon. */
export async function countWaiting(scope: Scope, closing?: Closing): Promise<number> {
  const row = await waiting(scope, closing)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

const listed = (scope: Scope, { list, closing }: Pick<ConversationPage, 'list' | 'closing'>) => {
  if (list === 'waiting') return waiting(scope);
  if (list === 'closing') return waiting(scope, closing ?? { after: '', until: '' });
  if (list === 'confirm') return toConfirm(scope);
  return scope.db
    .selectFrom('conversation')
    .where('conversation.campusID', '=', scope.campusID)
    .$if(list === 'answered', (query) => query.where(sql<SqlBool>`"latestID" <= "answeredID"`));
};

/** Whether a search means it: by its number, by whose it is, or by anything that was written from it. */
const isMeant = (scope: Scope, { search, digits, numbers }: ConversationPage) => {
  const wrote = scope.db
    .selectFrom('inbound')
    .select('inbound.number')
    .where('inbound.campusID', '=', scope.campusID)
    .where((eb) => contains(scope.db, eb.ref('inbound.text'), search));
  const named = scope.db
    .selectFrom('number_name')
    .select('number_name.number')
    .where('number_name.campusID', '=', scope.campusID)
    .where((eb) => contains(scope.db, eb.ref('number_name.name'), search));
  return (eb: ExpressionBuilder<Tables, 'conversation'>) =>
    eb.or([
      contains(scope.db, eb.ref('conversation.number'), search),
      ...(digits === '' ? [] : [contains(scope.db, eb.ref('conversation.number'), digits)]),
      ...(numbers.length === 0 ? [] : [eb('conversation.number', 'in', numbers)]),
      eb('conversation.number', 'in', wrote),
      eb('conversation.number', 'in', named),
    ]);
};

/** Those of them that are on the page, by the indexes alone; a search must look into each. */
const pageOf = (scope: Scope, page: ConversationPage) =>
  listed(scope, page)
    .select(['conversation.latestID as id', 'conversation.number'])
    .select(['conversation.answeredID', 'conversation.confirmID'])
    .$if(page.number !== '', (query) => query.where('conversation.number', '=', page.number))
    .$if(page.after > 0, (query) => query.where('conversation.latestID', '<', page.after))
    .$if(page.search !== '', (query) => query.where(isMeant(scope, page)))
    .orderBy('conversation.latestID', 'desc')
    .limit(page.take);

/** The numbers that have written, latest first, under the name by which we last wrote to them, else by which they are known. */
export async function listConversations(scope: Scope, page: ConversationPage) {
  return scope.db
    .selectFrom(pageOf(scope, page).as('listed'))
    .innerJoin('inbound', 'inbound.id', 'listed.id')
    .leftJoin('inbound as shown', (join) =>
      join.onRef('shown.id', '=', 'listed.confirmID').onRef('shown.campusID', '=', 'inbound.campusID'),
    )
    .select(['listed.id', 'listed.number', 'listed.answeredID', 'inbound.text', 'inbound.media'])
    .select(['inbound.audio', 'inbound.at', 'shown.id as shownID', 'shown.text as shownText'])
    .select(['shown.media as shownMedia', 'shown.at as shownAt'])
    .select(lastNameOf(scope, 'listed.number'))
    .where(unindexed('inbound.campusID'), '=', scope.campusID)
    .orderBy('listed.id', 'desc')
    .execute();
}

/** The latest that we sent to each of these numbers; at most a few hundred at once. */
export async function listLatestSent(scope: Scope, numbers: string[]) {
  if (numbers.length === 0) return [];
  const toCome = scope.db
    .selectFrom('broadcast')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('state', 'in', ['running', 'paused'])
    .where('startAt', 'is not', null)
    .where('startedAt', 'is', null);
  const latest = scope.db
    .selectFrom('message')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('campusID', '=', scope.campusID)
    .where('number', 'in', numbers)
    .where('status', '!=', 'skipped')
    // What is only to be sent some day has not been said yet.
    .where('broadcastID', 'not in', toCome)
    .groupBy('number');
  return scope.db
    .selectFrom('message')
    .select(['number', 'text', 'media', 'status', 'createdAt'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', latest)
    .execute();
}

/** The conversation of this number up to this message is answered, or is not; answers whether that is new. */
export async function setAnswered(
  scope: Scope,
  number: string,
  { upTo, isAnswered }: { upTo: number; isAnswered: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await scope.db
    .updateTable('conversation')
    .set((eb) => ({
      // No further than what they wrote: what they write next waits anew.
      answeredID: isAnswered
        ? eb.case().when('latestID', '<', upTo).then(eb.ref('latestID')).else(upTo).end()
        : 0,
    }))
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .$if(isAnswered, (query) => query.where('answeredID', '<', upTo).where(waits))
    .$if(!isAnswered, (query) => query.where('answeredID', '>', 0))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** We have written to this number: what somebody has looked at of theirs is answered; answers whether that is new. */
export async function setReplied(scope: Scope, number: string): Promise<boolean> {
  const { numUpdatedRows } = await scope.db
    .updateTable('conversation')
    .set((eb) => ({
      answeredID: eb.fn.coalesce(
        eb
          .selectFrom('inbound')
          .select((eb) => eb.fn.max('inbound.id').as('id'))
          .where('inbound.campusID', '=', scope.campusID)
          .whereRef('inbound.number', '=', 'conversation.number')
          .where('inbound.seen', '=', 1),
        eb.ref('conversation.answeredID'),
      ),
    }))
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .where(waits)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * What this number wrote last was answered by the program. Nobody has to look at it, unless something before it waits:
 * that goes on waiting.
 */
export async function setAnsweredByItself(scope: Scope, number: string, id: number): Promise<void> {
  const row = await scope.db
    .updateTable('conversation')
    .set({ answeredID: id })
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .where('latestID', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('inbound')
            .select('inbound.id')
            .where('inbound.campusID', '=', scope.campusID)
            .where('inbound.number', '=', number)
            .whereRef('inbound.id', '>', 'conversation.answeredID')
            .where('inbound.id', '<', id),
        ),
      ),
    )
    .returning('number')
    .executeTakeFirst();
  if (!row) return;
  await scope.db
    .updateTable('inbound')
    .set({ seen: 1 })
    .where('campusID', '=', scope.campusID)
    .where('id', '=', id)
    .execute();
}

/** Says that this picture of the conversation may show a payment. */
export async function putToConfirm(scope: Scope, number: string, id: number): Promise<void> {
  await scope.db
    .updateTable('conversation')
    .set({ confirmID: id })
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .execute();
}

const toConfirm = (scope: Scope) =>
  scope.db
    .selectFrom('conversation')
    .where('conversation.campusID', '=', scope.campusID)
    .where('conversation.confirmID', 'is not', null);

/** The numbers whose pictures nobody has looked at; few. */
export async function listToConfirm(scope: Scope): Promise<string[]> {
  const rows = await toConfirm(scope).select('conversation.number').execute();
  return rows.map(({ number }) => number);
}

export async function countToConfirm(scope: Scope): Promise<number> {
  const row = await toConfirm(scope)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Nothing is to be confirmed any more of these, with `upTo` where no later picture came; answers of how many it was. */
export async function endToConfirm(
  scope: Scope,
  numbers: readonly string[],
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  if (numbers.length === 0) return 0;
  const { numUpdatedRows } = await scope.db
    .updateTable('conversation')
    .set({ confirmID: null })
    .where('campusID', '=', scope.campusID)
    .where('number', 'in', numbers)
    .where('confirmID', '<=', upTo)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const unseen = (scope: Scope) =>
  scope.db.selectFrom('inbound').where('campusID', '=', scope.campusID).where('seen', '=', 0);

/** How many messages of each of these numbers nobody has looked at; at most a few hundred numbers at once. */
export async function countUnseen(scope: Scope, numbers: string[]) {
  if (numbers.length === 0) return [];
  return unseen(scope)
    .select((eb) => ['number', eb.fn.countAll<number>().as('count')])
    .where('number', 'in', numbers)
    .groupBy('number')
    .execute();
}

/** The same of the whole campus. */
export async function countAllUnseen(scope: Scope): Promise<number> {
  const row = await unseen(scope)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** How many numbers have written something that nobody has looked at. */
export async function countUnreadChats(scope: Scope): Promise<number> {
  const row = await unseen(scope)
    .select(sql<number>`count(distinct number)`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Those numbers, each with the latest of it, the latest first. */
export async function listUnreadChats(scope: Scope, most: number) {
  const latest = unseen(scope)
    .select((eb) => ['number', eb.fn.max('id').as('id')])
    .groupBy('number')
    .orderBy('id', 'desc')
    .limit(most);
  return scope.db
    .selectFrom(latest.as('latest'))
    .innerJoin('inbound', 'inbound.id', 'latest.id')
    .select(['latest.id', 'latest.number', 'text', 'media', 'audio', 'at'])
    .select(lastNameOf(scope, 'latest.number'))
    .where(unindexed('campusID'), '=', scope.campusID)
    .orderBy('latest.id', 'desc')
    .execute();
}

/** What this number wrote, up to this id, has been looked at; answers how many nobody had. */
export async function setSeen(scope: Scope, number: string, upTo: number): Promise<number> {
  const { numUpdatedRows } = await scope.db
    .updateTable('inbound')
    .set({ seen: 1 })
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .where('seen', '=', 0)
    .where('id', '<=', upTo)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** The latest of what this number wrote, up to this id, that has been looked at: who brought it, and by what name. */
export async function findLatestSeen(scope: Scope, number: string, upTo: number) {
  return scope.db
    .selectFrom('inbound')
    .select(['senderID', 'providerID'])
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .where('seen', '=', 1)
    .where('id', '<=', upTo)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** With `mediaID` its media is still to be fetched. */
export type NewInbound = Omit<Insertable<Tables['inbound']>, 'id' | 'seen' | 'groupID' | 'fetches'>;

/** In these states nobody has got anything to answer. */
const unsent: readonly MessageState[] = ['queued', 'cancelled', 'skipped', 'failed'];

/** The billing of the latest message to this number that was about one and went out; null once it was removed. */
const answeredGroup = (db: Db, { campusID, number }: Pick<NewInbound, 'campusID' | 'number'>) =>
  db
    .selectFrom('message')
    .leftJoin('group', (join) =>
      join.onRef('group.id', '=', 'message.groupID').onRef('group.campusID', '=', 'message.campusID'),
    )
    .select('group.id')
    .where('message.campusID', '=', campusID)
    .where('message.number', '=', number)
    .where('message.groupID', 'is not', null)
    .where('message.status', 'not in', unsent)
    .orderBy('message.id', 'desc')
    .limit(1);

/** What this number wrote last, in its conversation. */
async function putLatest(db: Db, id: number, { campusID, number, at }: NewInbound): Promise<void> {
  await db
    .insertInto('conversation')
    .values({ campusID, number, latestID: id, latestAt: at })
    .onConflict((on) =>
      on
        .columns(['campusID', 'number'])
        .doUpdateSet({ latestID: id, latestAt: at })
        .where('conversation.latestID', '<', id),
    )
    .execute();
}

/** Stores what a parent wrote and which billing it answers; no id when the provider told of it before. */
export async function insertInbound(db: Db, inbound: NewInbound): Promise<number | undefined> {
  const row = await db
    .insertInto('inbound')
    .values({ ...inbound, groupID: answeredGroup(db, inbound) })
    .onConflict((on) => on.columns(['senderID', 'providerID']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) await putLatest(db, row.id, inbound);
  return row?.id;
}

/** What came under a name goes to the conversation of a number; answers whether there was anything. */
export async function moveConversation(
  scope: Scope,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { db, campusID } = scope;
  const moved = await db
    .deleteFrom('conversation')
    .where('campusID', '=', campusID)
    .where('number', '=', from)
    .returning(['latestID', 'latestAt', 'answeredID', 'confirmID'])
    .executeTakeFirst();
  if (!moved) return false;
  await db
    .updateTable('inbound')
    // That nobody knows the number is true no more.
    .set({ number: to, text: sql<string>`trim(replace(text, ${webhookWords.numberUnknown}, ''), ${'\n'})` })
    .where('campusID', '=', campusID)
    .where('number', '=', from)
    .execute();
  const there = await db
    .selectFrom('conversation')
    .select(['latestID', 'latestAt', 'answeredID', 'confirmID'])
    .where('campusID', '=', campusID)
    .where('number', '=', to)
    .executeTakeFirst();
  const merged = there ? mergeConversations(moved, there) : moved;
  await db
    .insertInto('conversation')
    .values({ campusID, number: to, ...merged })
    .onConflict((on) => on.columns(['campusID', 'number']).doUpdateSet(merged))
    .execute();
  return true;
}

/** Whether media downloads are due, of whatever campus. Locks nothing. */
export async function hasDueDownload(db: Db, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('inbound')
    .select('id')
    .where('fetchAt', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Leases the media downloads that are due until `until`, of every campus; the try is counted before it is made. */
export async function claimMediaDownloads(
  db: Db,
  { now, until, most }: { now: string; until: string; most: number },
) {
  const next = db
    .selectFrom('inbound')
    .select('id')
    .where('fetchAt', '<=', now)
    .orderBy('fetchAt')
    .orderBy('id')
    .limit(most)
    // Dialect: PostgreSQL needs row locks; what another worker takes is left to it.
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked());
  return (
    db
      .updateTable('inbound')
      .set((eb) => ({ fetchAt: until, fetches: eb('fetches', '+', 1) }))
      .where('id', 'in', next)
      // Asked again on purpose: without it two workers could both win.
      .where('fetchAt', '<=', now)
      .returning(['id', 'campusID', 'senderID', 'number', 'text', 'mediaID', 'mediaType', 'fetches'])
      .execute()
  );
}

/** Milliseconds: no download waits for longer, be it for a new try or for the end of a lease. */
const longestFetchWait = 20 * 60_000;

/** Downloads that wait for a time of a clock that was ahead are due now. Of every campus. */
export async function mendMediaDownloads(db: Db, { now }: { now: string }): Promise<void> {
  const beyond = new Date(Date.parse(now) + longestFetchWait).toISOString();
  await db.updateTable('inbound').set({ fetchAt: now }).where('fetchAt', '>', beyond).execute();
}

/** What came of a download; false where it was settled before. */
export async function settleMediaDownload(
  db: Db,
  id: number,
  change: Pick<
    Updateable<Tables['inbound']>,
    'text' | 'media' | 'audio' | 'mediaID' | 'mediaType' | 'fetchAt' | 'fetches'
  >,
): Promise<boolean> {
  const row = await db
    .updateTable('inbound')
    .set(change)
    .where('id', '=', id)
    .where('mediaID', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The name under which a number was last written to, else that of a bill or student who has it; '' where there is none.
 * `number`: a column of the query around it.
 */
export const lastNameOf = ({ db, campusID }: { db: Db; campusID: number }, number: string) => {
  const name = db
    .selectFrom('message')
    .select('message.name')
    .where('message.campusID', '=', campusID)
    .where('message.number', '=', sql.ref<string>(number))
    // A reply out of a chat and a message to a plain number have none.
    .where('message.name', '!=', '')
    .orderBy('message.id', 'desc')
    .limit(1);
  const known = db
    .selectFrom('number_name')
    .select('number_name.name')
    .where('number_name.campusID', '=', campusID)
    .where('number_name.number', '=', sql.ref<string>(number));
  return sql<string>`coalesce(${name}, ${known}, '')`.as('name');
};
