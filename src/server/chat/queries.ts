import { type Insertable, sql, type Updateable } from 'kysely';
import type { MessageState } from '#shared/message-states.ts';
import type { Scope } from '../auth/scope.ts';
import { isPostgres } from '../db/is-postgres.ts';
import { contains } from '../db/search.ts';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import { unindexed } from '../db/unindexed.ts';

/** `below`: only ids below it; `from`: none below it. */
type Part = { most: number; below?: number | undefined; from?: number | undefined };

/** The latest messages to this number, newest first. */
export async function listSent(scope: Scope, number: string, { most, below, from }: Part) {
  return scope.db
    .selectFrom('message')
    .select(['id', 'text', 'media', 'status', 'reason', 'dueAt', 'decidedAt', 'createdAt', 'acceptedAt'])
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .where('status', '!=', 'skipped')
    .$if(below !== undefined, (query) => query.where('id', '<', below ?? 0))
    .$if(from !== undefined, (query) => query.where('id', '>=', from ?? 0))
    .orderBy('id', 'desc')
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

/** `digits` as `digitsIn` makes them of `search`; `after` is the id of a conversation, 0 for the newest. */
export type ConversationPage = { search: string; digits: string; after: number; take: number };

/**
 * The latest message of each number that has written. Without a search it is cut to the page here, by the index alone;
 * a search must look into each.
 */
const latestOfEach = (scope: Scope, { search, after, take }: ConversationPage) =>
  scope.db
    .selectFrom('inbound')
    .select((eb) => ['number', eb.fn.max('id').as('id')])
    .where('campusID', '=', scope.campusID)
    .groupBy('number')
    .$if(after > 0, (query) => query.having((eb) => eb(eb.fn.max('id'), '<', after)))
    .$if(search === '', (query) => query.orderBy('id', 'desc').limit(take));

/** The same in full, under the name by which we last wrote to the number, else by which it is known. */
const conversations = (scope: Scope, page: ConversationPage) =>
  scope.db
    .selectFrom(latestOfEach(scope, page).as('latest'))
    .innerJoin('inbound', 'inbound.id', 'latest.id')
    .select(['latest.id', 'latest.number', 'text', 'media', 'audio', 'at'])
    .select(lastNameOf(scope, 'latest.number'))
    .where(unindexed('campusID'), '=', scope.campusID);

/** The numbers that have written, latest first. */
export async function listConversations(scope: Scope, page: ConversationPage) {
  const { search, digits, take } = page;
  return scope.db
    .selectFrom(conversations(scope, page).as('conversation'))
    .select(['id', 'number', 'name', 'text', 'media', 'audio', 'at'])
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          contains(scope.db, eb.ref('number'), search),
          contains(scope.db, eb.ref('name'), search),
          contains(scope.db, eb.ref('text'), search),
          ...(digits === '' ? [] : [contains(scope.db, eb.ref('number'), digits)]),
        ]),
      ),
    )
    .orderBy('id', 'desc')
    .limit(take)
    .execute();
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

/** Stores what a parent wrote and which billing it answers; false when the provider told of it before. */
export async function insertInbound(db: Db, inbound: NewInbound): Promise<boolean> {
  const row = await db
    .insertInto('inbound')
    .values({ ...inbound, groupID: answeredGroup(db, inbound) })
    .onConflict((on) => on.columns(['senderID', 'providerID']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
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
