import {
  type ExpressionBuilder,
  type Insertable,
  type RawBuilder,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely';
import type { ChatList } from '#shared/calls/chat.ts';
import type { MessageState } from '#shared/messages/message-states.ts';
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

/** Lists the latest messages from this number, with calls and answers from the phone's own app, newest first. */
export async function listReceived(scope: Scope, number: string, { most, below, from }: Part) {
  return scope.db
    .selectFrom('inbound')
    .select(['id', 'text', 'media', 'audio', 'at', 'mediaID', 'isOurs', 'kind', 'change'])
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

/** True for what a parent sent and may wait for an answer. A call does not wait, and a deleted message no longer. */
const mayWait = sql<SqlBool>`inbound."isOurs" = 0 and inbound.kind <> 'call' and coalesce(inbound.change, '') <> 'revoked'`;

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
    .where('inbound.isOurs', '=', 0)
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

/** Returns the latest answer from the phone's own app to each of these numbers. Takes at most a few hundred numbers. */
export async function listLatestFromPhone(scope: Scope, numbers: string[]) {
  if (numbers.length === 0) return [];
  const latest = scope.db
    .selectFrom('inbound')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('campusID', '=', scope.campusID)
    .where('number', 'in', numbers)
    .where('isOurs', '=', 1)
    .where('kind', '=', 'message')
    .groupBy('number');
  return scope.db
    .selectFrom('inbound')
    .select(['id', 'number', 'text', 'media', 'at'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', latest)
    .execute();
}

/**
 * Selects the id up to which a conversation is answered, if the messages that meet this condition are not: the id before
 * the first of them, otherwise the latest.
 */
const answeredBefore = ({ campusID }: Scope, isUnanswered: RawBuilder<unknown>) =>
  sql<number>`coalesce((select min(inbound.id) - 1 from inbound
    where inbound."campusID" = ${campusID} and inbound.number = conversation.number
      and inbound.id > conversation."answeredID" and ${mayWait} and ${isUnanswered}), "latestID")`;

/** Marks the conversation as answered up to this message, or as not answered. Returns whether that changed anything. */
export async function setAnswered(
  scope: Scope,
  number: string,
  { upTo, isAnswered }: { upTo: number; isAnswered: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await scope.db
    .updateTable('conversation')
    .set({ answeredID: isAnswered ? answeredBefore(scope, sql`inbound.id > ${upTo}`) : 0 })
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
    .set({ answeredID: answeredBefore(scope, sql`inbound.seen = 0`) })
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
            .where('inbound.id', '<', id)
            .where(mayWait),
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

/**
 * Marks what a number sent until this time as answered and seen, because somebody has answered it in the phone's own
 * app.
 */
export async function setAnsweredOnPhone(scope: Scope, number: string, at: string): Promise<void> {
  await scope.db
    .updateTable('conversation')
    .set({ answeredID: answeredBefore(scope, sql`inbound.at > ${at}`) })
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .where(waits)
    .execute();
  await unseenUpdate(scope).where('number', '=', number).where('at', '<=', at).execute();
}

/** Ends what waits only for a message that was deleted: for an answer, or for a look at its picture. */
export async function endWaitingForDeleted(scope: Scope, number: string, deletedID: number): Promise<void> {
  await scope.db
    .updateTable('conversation')
    .set({ confirmID: null })
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .where('confirmID', '=', deletedID)
    .execute();
  await scope.db
    .updateTable('conversation')
    .set({ answeredID: answeredBefore(scope, sql`true`) })
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .where(waits)
    .execute();
}

/** Tells whether somebody has answered this number in the phone's own app after this time. */
export async function hasAnsweredOnPhone(scope: Scope, number: string, after: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom('inbound')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .where('isOurs', '=', 1)
    .where('kind', '=', 'message')
    .where('at', '>', after)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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

const unseenUpdate = (scope: Scope) =>
  scope.db
    .updateTable('inbound')
    .set({ seen: 1 })
    .where('campusID', '=', scope.campusID)
    .where('seen', '=', 0);

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

/** Marks messages of this number up to this id as seen. Returns how many were unseen. */
export async function setSeen(scope: Scope, number: string, upTo: number): Promise<number> {
  const { numUpdatedRows } = await unseenUpdate(scope)
    .where('number', '=', number)
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
    .where('isOurs', '=', 0)
    .where('kind', '=', 'message')
    .where('id', '<=', upTo)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * A new message of a parent, or a line that is stored like one. If it has a `mediaID`, its media must still be
 * downloaded.
 */
export type NewInbound = Omit<Insertable<Tables['inbound']>, 'id' | 'groupID' | 'fetches'>;

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

/** Makes this message or call the latest of its conversation. A call does not wait for an answer. */
async function putLatest(db: Db, id: number, { campusID, number, at, kind }: NewInbound): Promise<void> {
  const isCall = kind === 'call';
  const answeredID = sql<number>`case when conversation."answeredID" >= conversation."latestID" then ${id}
    else conversation."answeredID" end`;
  await db
    .insertInto('conversation')
    .values({ campusID, number, latestID: id, latestAt: at, ...(isCall && { answeredID: id }) })
    .onConflict((on) =>
      on
        .columns(['campusID', 'number'])
        .doUpdateSet({ latestID: id, latestAt: at, ...(isCall && { answeredID }) })
        .where('conversation.latestID', '<', id),
    )
    .execute();
}

/** Stores the row. Undefined if its provider id is stored already. */
async function insertNew(db: Db, inbound: NewInbound): Promise<number | undefined> {
  const row = await db
    .insertInto('inbound')
    .values({ ...inbound, groupID: answeredGroup(db, inbound) })
    .onConflict((on) => on.columns(['senderID', 'providerID']).doNothing())
    .returning('id')
    .executeTakeFirst();
  const isLatest = !inbound.isOurs && inbound.change !== 'revoked';
  if (row && isLatest) await putLatest(db, row.id, inbound);
  return row?.id;
}

/** `change`: the message was edited or deleted before it arrived, so it is stored with its change. */
export type StoredInbound = { id: number; change: 'edited' | 'revoked' | null };

/**
 * Turns an edit or deletion that came first into its message, which has arrived now. The text stays that of the change.
 * Undefined if there is no such change.
 */
async function completeChange(db: Db, inbound: NewInbound): Promise<StoredInbound | undefined> {
  const { senderID, providerID, campusID, number, isOurs = 0, at } = inbound;
  const { mediaID = null, mediaType = null, fetchAt = null } = inbound;
  const row = await db
    .updateTable('inbound')
    .set({ kind: 'message', at })
    .where('senderID', '=', senderID)
    .where('providerID', '=', providerID)
    .where('campusID', '=', campusID)
    .where('number', '=', number)
    .where('isOurs', '=', isOurs)
    .where('kind', '=', 'change')
    .returning(['id', 'change'])
    .executeTakeFirst();
  if (row?.change === 'edited' && mediaID)
    await db.updateTable('inbound').set({ mediaID, mediaType, fetchAt }).where('id', '=', row.id).execute();
  return row;
}

/**
 * Stores a message, with the billing that it answers. Undefined when the provider has delivered the message before.
 */
export async function insertInbound(db: Db, inbound: NewInbound): Promise<StoredInbound | undefined> {
  const id = await insertNew(db, inbound);
  return id === undefined ? completeChange(db, inbound) : { id, change: null };
}

/** A message that was edited or deleted. `originalIDs` are the ids under which it may be stored. */
export type NewChange = {
  senderID: string;
  originalIDs: readonly string[];
  change: 'edited' | 'revoked';
  text: string;
  at: string;
};

/** Returns the message under one of these ids, of any number. */
export async function findOriginal(
  db: Db,
  { senderID, originalIDs }: Pick<NewChange, 'senderID' | 'originalIDs'>,
) {
  return db
    .selectFrom('inbound')
    .select(['id', 'number', 'text', 'isOurs', 'change', 'changedAt'])
    .where('senderID', '=', senderID)
    .where('providerID', 'in', originalIDs)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Stores the new text of a message. Of a deleted message nothing is left but this text. */
export async function changeInbound(
  scope: Scope,
  id: number,
  { change, text, at }: Pick<NewChange, 'change' | 'text' | 'at'>,
): Promise<void> {
  const nothing = { media: '', audio: '', mediaID: null, mediaType: null, fetchAt: null, seen: 1 };
  await scope.db
    .updateTable('inbound')
    .set({ text, change, changedAt: at, ...(change === 'revoked' && nothing) })
    .where('campusID', '=', scope.campusID)
    .where('id', '=', id)
    .execute();
}

/** Stores a line for a call, or its outcome if the line exists. Returns the id if that changed anything. */
export async function putCall(
  db: Db,
  call: NewInbound,
  { outdated }: { outdated: readonly string[] },
): Promise<number | undefined> {
  const id = await insertNew(db, call);
  if (id !== undefined || outdated.length === 0) return id;
  const row = await db
    .updateTable('inbound')
    .set({ text: call.text })
    .where('campusID', '=', call.campusID)
    .where('senderID', '=', call.senderID)
    .where('providerID', '=', call.providerID)
    .where('kind', '=', 'call')
    .where('text', 'in', outdated)
    .returning('id')
    .executeTakeFirst();
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
  const { numUpdatedRows } = await db
    .updateTable('inbound')
    // The note that the number is unknown is removed from the texts.
    .set({ number: to, text: sql<string>`trim(replace(text, ${webhookWords.numberUnknown}, ''), ${'\n'})` })
    .where('campusID', '=', campusID)
    .where('number', '=', from)
    .executeTakeFirstOrThrow();
  // A number that has only been answered on the phone has no conversation.
  if (!moved) return numUpdatedRows > 0n;
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
      .returning(['id', 'campusID', 'senderID', 'number', 'mediaID', 'mediaType', 'fetches'])
      .execute()
  );
}

/** Milliseconds: the longest time that a download waits for a retry or for the end of a lease. */
const longestFetchWait = 20 * 60_000;

/** Makes downloads of all campuses due now if a clock that was ahead has set their time too late. */
export async function fixMediaDownloads(db: Db, { now }: { now: string }): Promise<void> {
  const beyond = new Date(Date.parse(now) + longestFetchWait).toISOString();
  await db.updateTable('inbound').set({ fetchAt: now }).where('fetchAt', '>', beyond).execute();
}

/**
 * Stores the outcome of a download. A `sentence` is added to the text, which may have been edited during the download.
 * Returns false when an outcome was stored before.
 */
export async function settleMediaDownload(
  db: Db,
  id: number,
  {
    sentence,
    ...change
  }: Pick<
    Updateable<Tables['inbound']>,
    'media' | 'audio' | 'mediaID' | 'mediaType' | 'fetchAt' | 'fetches'
  > & {
    sentence?: string;
  },
): Promise<boolean> {
  const text = sql<string>`case when text = '' then '' else text || ${'\n'} end || ${sentence ?? ''}`;
  const row = await db
    .updateTable('inbound')
    .set({ ...change, ...(sentence !== undefined && { text }) })
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
  const storedName = db
    .selectFrom('number_name')
    .select('number_name.name')
    .where('number_name.campusID', '=', campusID)
    .where('number_name.number', '=', sql.ref<string>(number));
  return sql<string>`coalesce(${name}, ${storedName}, '')`.as('name');
};
