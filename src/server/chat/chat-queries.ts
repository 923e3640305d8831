import { type ExpressionBuilder, type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import type { ChatList } from '#shared/calls/chat.ts';
import type { MessageState } from '#shared/message-states.ts';
import { webhookWords } from '#shared/words/chats.ts';
import type { Scope } from '../auth/scope.ts';
import { unindexed } from '../platform/db/long-lists.ts';
import { contains } from '../platform/db/search.ts';
import type { Db } from '../platform/db/store.ts';
import { isPostgres } from '../platform/db/store.ts';
import type { Tables } from '../platform/db/tables.ts';
import { mergeConversations } from './chat-rules.ts';

/** At most `most` rows, with ids below `below` and not below `from`. */
type Part = { most: number; below?: number | undefined; from?: number | undefined };

/** Lists the latest messages to this number, newest first, with the name of their send. */
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

/** Lists the latest messages from this number, newest first. */
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

/** A range of times for the latest message of a number: after `after`, and not later than `until`. */
export type Closing = { after: string; until: string };

/**
 * `digits` comes from `digitsIn(search)`. `numbers` are the numbers of the families that match the search. `after` is
 * the id of the last conversation on the previous page, or 0 for the first page. `closing` is undefined when windows do
 * not close.
 */
export type ConversationPage = {
  list: ChatList;
  /** Limits the page to this number; '' means all numbers. */
  number: string;
  closing: Closing | undefined;
  search: string;
  digits: string;
  numbers: readonly string[];
  after: number;
  take: number;
};

/**
 * True if the latest message has no answer yet. The condition must be written exactly as in the partial indexes for
 * waiting conversations.
 */
const waits = sql<SqlBool>`"latestID" > "answeredID"`;

/** Selects the conversations that wait. With `closing` it selects only those with a window that closes soon. */
const waiting = (scope: Scope, closing?: Closing) =>
  scope.db
    .selectFrom('conversation')
    .where('conversation.campusID', '=', scope.campusID)
    .where(waits)
    .$if(closing !== undefined, (query) =>
      query.where('latestAt', '>', closing?.after ?? '').where('latestAt', '<=', closing?.until ?? ''),
    );

/** Counts the conversations that wait. With `closing` it counts only those with a window that closes soon. */
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

/** Tells whether a conversation matches the search: by number, by family, or by a message from it. */
const matchesSearch = (scope: Scope, { search, digits, numbers }: ConversationPage) => {
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

/** Selects the conversations of the page. Only a search must read more than the indexes. */
const pageOf = (scope: Scope, page: ConversationPage) =>
  listed(scope, page)
    .select(['conversation.latestID as id', 'conversation.number'])
    .select(['conversation.answeredID', 'conversation.confirmID'])
    .$if(page.number !== '', (query) => query.where('conversation.number', '=', page.number))
    .$if(page.after > 0, (query) => query.where('conversation.latestID', '<', page.after))
    .$if(page.search !== '', (query) => query.where(matchesSearch(scope, page)))
    .orderBy('conversation.latestID', 'desc')
    .limit(page.take);

/**
 * Lists the numbers that have written, latest first. The name is that in our last message to the number, or else a
 * known name.
 */
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

/** Returns our latest message to each of these numbers. Takes at most a few hundred numbers. */
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
    // Messages planned for a later time do not count yet.
    .where('broadcastID', 'not in', toCome)
    .groupBy('number');
  return scope.db
    .selectFrom('message')
    .select(['number', 'text', 'media', 'status', 'createdAt'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', latest)
    .execute();
}

/** Marks the conversation as answered up to this message, or as not answered. Returns whether that changed anything. */
export async function setAnswered(
  scope: Scope,
  number: string,
  { upTo, isAnswered }: { upTo: number; isAnswered: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await scope.db
    .updateTable('conversation')
    .set((eb) => ({
      // The mark never goes beyond the parent's latest message, so that the next message waits again.
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

/**
 * Marks the messages of a number that somebody has seen as answered, because we have written to that number. Returns
 * whether that changed anything.
 */
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
 * Marks the latest message of a number as answered and seen, because the program has answered it. It does nothing if an
 * earlier message still waits.
 */
export async function setAnsweredAutomatically(scope: Scope, number: string, id: number): Promise<void> {
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

/** Stores that this picture in the conversation may show a payment. */
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

/** Lists numbers with a picture that nobody has checked yet. There are only a few. */
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

/**
 * Removes the mark of an unchecked picture from these numbers. With `upTo` it does so only if no later picture came.
 * Returns how many marks were removed.
 */
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

/** Counts the unseen messages of each of these numbers. Takes at most a few hundred numbers. */
export async function countUnseen(scope: Scope, numbers: string[]) {
  if (numbers.length === 0) return [];
  return unseen(scope)
    .select((eb) => ['number', eb.fn.countAll<number>().as('count')])
    .where('number', 'in', numbers)
    .groupBy('number')
    .execute();
}

/** Counts the unseen messages of the whole campus. */
export async function countAllUnseen(scope: Scope): Promise<number> {
  const row = await unseen(scope)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Counts the numbers with unseen messages. */
export async function countUnreadChats(scope: Scope): Promise<number> {
  const row = await unseen(scope)
    .select(sql<number>`count(distinct number)`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Lists the numbers with unseen messages, each with its latest one, the latest first. */
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

/** Marks messages of this number up to this id as seen. Returns how many were unseen. */
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

/** Returns the sender and the provider's id of the latest seen message of this number, up to this id. */
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

/** A new message of a parent. If it has a `mediaID`, its media must still be downloaded. */
export type NewInbound = Omit<Insertable<Tables['inbound']>, 'id' | 'seen' | 'groupID' | 'fetches'>;

/** Messages in these states have not reached anybody. */
const unsent: readonly MessageState[] = ['queued', 'cancelled', 'skipped', 'failed'];

/**
 * Selects the billing of the latest sent message to this number that was about a billing. Null when that billing was
 * removed.
 */
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

/** Makes this message the latest of its conversation. */
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

/**
 * Stores a parent's message, with the billing that it answers. Undefined when the provider has delivered the message
 * before.
 */
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

/**
 * Moves messages that are stored under a WhatsApp user id to the conversation of the number. Returns whether there were
 * any.
 */
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
    // The note that the number is unknown is removed from the texts.
    .set({ number: to, text: sql<string>`trim(replace(text, ${webhookWords.numberUnknown}, ''), ${'\n'})` })
    .where('campusID', '=', campusID)
    .where('number', '=', from)
    .execute();
  const existing = await db
    .selectFrom('conversation')
    .select(['latestID', 'latestAt', 'answeredID', 'confirmID'])
    .where('campusID', '=', campusID)
    .where('number', '=', to)
    .executeTakeFirst();
  const merged = existing ? mergeConversations(moved, existing) : moved;
  await db
    .insertInto('conversation')
    .values({ campusID, number: to, ...merged })
    .onConflict((on) => on.columns(['campusID', 'number']).doUpdateSet(merged))
    .execute();
  return true;
}

/** Tells whether any campus has media downloads that are due. It takes no lock. */
export async function hasDueDownload(db: Db, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('inbound')
    .select('id')
    .where('fetchAt', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Leases due media downloads of all campuses until `until`. The attempt is counted before it is made. */
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
    // Dialect: PostgreSQL needs row locks. Rows that another worker has locked are skipped.
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked());
  return (
    db
      .updateTable('inbound')
      .set((eb) => ({ fetchAt: until, fetches: eb('fetches', '+', 1) }))
      .where('id', 'in', next)
      // The time is checked again, because otherwise two workers could lease the same download.
      .where('fetchAt', '<=', now)
      .returning(['id', 'campusID', 'senderID', 'number', 'text', 'mediaID', 'mediaType', 'fetches'])
      .execute()
  );
}

/** Milliseconds: the longest time that a download waits for a retry or for the end of a lease. */
const longestFetchWait = 20 * 60_000;

/** Makes downloads of all campuses due now if a clock that was ahead has set their time too late. */
export async function mendMediaDownloads(db: Db, { now }: { now: string }): Promise<void> {
  const beyond = new Date(Date.parse(now) + longestFetchWait).toISOString();
  await db.updateTable('inbound').set({ fetchAt: now }).where('fetchAt', '>', beyond).execute();
}

/** Stores the outcome of a download. Returns false when an outcome was stored before. */
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
 * Selects the name in our last message to a number, or else the name of a bill or student with that number; '' if there
 * is none. `number` is a column of the outer query.
 */
export const lastNameOf = ({ db, campusID }: { db: Db; campusID: number }, number: string) => {
  const name = db
    .selectFrom('message')
    .select('message.name')
    .where('message.campusID', '=', campusID)
    .where('message.number', '=', sql.ref<string>(number))
    // A reply in a chat and a message to a plain number have no name.
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
