/** The sends of a campus in keyset pages: their names, recipients and results. */
import type { ExpressionBuilder } from 'kysely';
import type { SendFilter } from '#shared/calls/outbox.ts';
import { handedOver } from '#shared/messages/message-states.ts';
import type { Scope } from '../../auth/scope.ts';
import { unindexed } from '../../platform/db/long-lists.ts';
import { contains } from '../../platform/db/search.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Tables } from '../../platform/db/tables.ts';
import {
  broadcastsOfSend,
  countMessagesByState,
  isContactedByPhone,
  type StateCount,
} from '../broadcasts/broadcasts-queries.ts';

export type SendsQuery = {
  which: SendFilter;
  groupID?: number | undefined;
  search: string;
  /** The last id of the previous page; 0 begins with the newest. */
  after: number;
  take: number;
  /** Failures that need mending are searched from this instant on. */
  since: string;
};

const columns = [
  'broadcast.id',
  'broadcast.text',
  'broadcast.media',
  'broadcast.title',
  'broadcast.audience',
  'broadcast.classes',
  'broadcast.family',
  'broadcast.state',
  'broadcast.total',
  'broadcast.createdAt',
  'broadcast.startAt',
  'broadcast.startedAt',
  'broadcast.notice',
  'user.name as by',
  'api_key.name as key',
] as const;

const sends = (scope: Scope) =>
  scope.db
    .selectFrom('broadcast')
    .leftJoin('user', 'user.id', 'broadcast.createdBy')
    .leftJoin('api_key', 'api_key.id', 'broadcast.keyID')
    .select(columns)
    .where('broadcast.campusID', '=', scope.campusID);

/**
 * Selects whether a person should do something about a message. A family that was told by phone needs nothing more,
 * although the message stays failed.
 */
export const isOpenFailure = (eb: ExpressionBuilder<Tables, 'message'>) =>
  eb.or([
    eb.and([eb('message.status', '=', 'failed'), eb.not(isContactedByPhone(eb))]),
    eb.and([eb('message.status', '=', 'unknown'), eb('message.decidedAt', 'is', null)]),
  ]);

/**
 * Selects whether a message of the broadcast still waits or is being sent. After a broadcast was cancelled before its
 * start time, this is false.
 */
const hasWaiting = (eb: ExpressionBuilder<Tables, 'broadcast'>) =>
  eb.exists(
    eb
      .selectFrom('message')
      .select('message.id')
      .where(unindexed('message.campusID'), '=', eb.ref('broadcast.campusID'))
      .whereRef('message.broadcastID', '=', 'broadcast.id')
      .where('message.status', 'in', ['queued', 'sending']),
  );

/**
 * Selects the sends since `since` with failures that need mending. Failures of a follow-up count for the send that it
 * follows.
 */
const sendsWithFailures = (scope: Scope, since: string) =>
  scope.db
    .selectFrom('message')
    .innerJoin('broadcast as told', 'told.id', 'message.broadcastID')
    .select((eb) => eb.fn.coalesce('told.followsID', 'told.id').as('id'))
    .where('message.campusID', '=', scope.campusID)
    .where('message.status', 'in', ['failed', 'unknown'])
    .where('told.createdAt', '>=', since)
    .where((eb) => isOpenFailure(eb as never));

const broadcastsOfGroup = (scope: Scope, groupID: number) =>
  scope.db
    .selectFrom('broadcast_group')
    .select('broadcastID')
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', groupID);

const groupsCalled = (scope: Scope, search: string) =>
  scope.db
    .selectFrom('broadcast_group')
    .innerJoin('group', 'group.id', 'broadcast_group.groupID')
    .select('broadcast_group.broadcastID')
    .where('broadcast_group.campusID', '=', scope.campusID)
    .where('group.campusID', '=', scope.campusID)
    .where((eb) => contains(scope.db, eb.ref('group.name'), search));

/** Lists sends with the person who made them, the newest first. */
export async function listSends(scope: Scope, { which, groupID, search, after, take, since }: SendsQuery) {
  const ofPersons = which !== 'everything' && which !== 'waiting';
  return (
    sends(scope)
      .$if(ofPersons, (query) =>
        query.where('broadcast.kind', '=', 'run').where('broadcast.followsID', 'is', null),
      )
      // Receipts are left out here, because there are very many of them. They are shown with their payment, their bill
      // and in the chat.
      .$if(which === 'sends' || which === 'through', (query) =>
        query.where('broadcast.paymentID', 'is', null),
      )
      // A follow-up is shown with its send, except while it is paused.
      .$if(which === 'waiting', (query) =>
        query
          .where('broadcast.state', 'in', ['running', 'paused'])
          .where((eb) => hasWaiting(eb as never))
          .where((eb) =>
            eb.or([eb('broadcast.followsID', 'is', null), eb('broadcast.state', '=', 'paused')]),
          ),
      )
      .$if(which === 'through', (query) =>
        query.where((eb) => eb.or([eb('broadcast.state', '=', 'done'), eb.not(hasWaiting(eb as never))])),
      )
      .$if(which === 'failures', (query) =>
        query.where('broadcast.id', 'in', sendsWithFailures(scope, since)),
      )
      .$if(groupID !== undefined, (query) =>
        query.where('broadcast.id', 'in', broadcastsOfGroup(scope, groupID ?? 0)),
      )
      .$if(search !== '', (query) =>
        query.where((eb) =>
          eb.or([
            contains(scope.db, eb.ref('broadcast.title'), search),
            contains(scope.db, eb.ref('broadcast.text'), search),
            contains(scope.db, eb.fn.coalesce('api_key.name', 'user.name'), search),
            eb('broadcast.id', 'in', groupsCalled(scope, search)),
          ]),
        ),
      )
      .$if(after > 0, (query) => query.where('broadcast.id', '<', after))
      .orderBy('broadcast.id', 'desc')
      .limit(take)
      .execute()
  );
}

export async function findSend(scope: Scope, broadcastID: number) {
  return sends(scope).where('broadcast.id', '=', broadcastID).executeTakeFirst();
}

/** Returns the campus of a send, or undefined when it is not one of `campusIDs`. */
export async function findCampusOfSend(
  db: Db,
  campusIDs: readonly number[],
  broadcastID: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('broadcast')
    .select('campusID')
    .where('id', '=', broadcastID)
    .where('campusID', 'in', campusIDs)
    .executeTakeFirst();
  return row?.campusID;
}

/** Lists the messages of a send that were handed over, with their bills, after the id `after`. */
export async function listHandedOver(
  scope: Scope,
  broadcastID: number,
  { after, take }: { after: number; take: number },
) {
  return scope.db
    .selectFrom('message')
    .select(['id', 'billIDs'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('broadcastID', 'in', broadcastsOfSend(scope, broadcastID))
    .where('status', 'in', handedOver)
    .where('id', '>', after)
    .orderBy('id')
    .limit(take)
    .execute();
}

/** Returns when the last message of a send was accepted by the provider. */
export async function findLastHandedOver(scope: Scope, broadcastID: number): Promise<string | undefined> {
  const row = await scope.db
    .selectFrom('message')
    .select((eb) => eb.fn.max('acceptedAt').as('at'))
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('broadcastID', 'in', broadcastsOfSend(scope, broadcastID))
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** Lists the follow-ups of these broadcasts, which sent the same text to corrected numbers. */
export async function listFollowing(scope: Scope, broadcastIDs: number[]) {
  if (broadcastIDs.length === 0) return [];
  return scope.db
    .selectFrom('broadcast')
    .select(['id', 'followsID', 'total'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('followsID', 'in', broadcastIDs)
    .execute();
}

/** Counts the messages of each of these sends that were replaced by a message to a corrected number. */
export async function countCorrected(scope: Scope, broadcastIDs: number[]) {
  if (broadcastIDs.length === 0) return [];
  return scope.db
    .selectFrom('correction')
    .select((eb) => ['broadcastID', eb.fn.count<number>('messageID').distinct().as('count')])
    .where('campusID', '=', scope.campusID)
    .where('broadcastID', 'in', broadcastIDs)
    .groupBy('broadcastID')
    .execute();
}

/** Counts the failed messages of each broadcast whose families were told by phone. */
const countContactedByPhone = (scope: Scope, broadcastIDs: number[]) =>
  scope.db
    .selectFrom('contacted_by_phone')
    .innerJoin('message', 'message.id', 'contacted_by_phone.messageID')
    .select((eb) => ['contacted_by_phone.broadcastID', eb.fn.countAll<number>().as('count')])
    .where('contacted_by_phone.campusID', '=', scope.campusID)
    .where('contacted_by_phone.broadcastID', 'in', broadcastIDs)
    .where('message.status', '=', 'failed')
    .groupBy('contacted_by_phone.broadcastID')
    .execute();

const countUndecided = (scope: Scope, broadcastIDs: number[]) =>
  scope.db
    .selectFrom('message')
    .select((eb) => ['broadcastID', eb.fn.countAll<number>().as('count')])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('broadcastID', 'in', broadcastIDs)
    .where('status', '=', 'unknown')
    .where('decidedAt', 'is', null)
    .groupBy('broadcastID')
    .execute();

/**
 * Counts the messages of each broadcast that match `isOpenFailure`. For failed messages it uses the stored counts, because
 * reading each message took most of the time of a page of sends.
 */
export async function countFailuresOf(
  scope: Scope,
  broadcastIDs: number[],
): Promise<{ broadcastID: number; count: number }[]> {
  if (broadcastIDs.length === 0) return [];
  const failed = (await countMessagesByState(scope, broadcastIDs)).filter(
    ({ status }) => status === 'failed',
  );
  const contacted = (await countContactedByPhone(scope, broadcastIDs)).map((row) => ({
    ...row,
    count: -row.count,
  }));
  const all = [...failed, ...contacted, ...(await countUndecided(scope, broadcastIDs))];
  return [...Map.groupBy(all, ({ broadcastID }) => broadcastID)].map(([broadcastID, rows]) => ({
    broadcastID,
    count: rows.reduce((sum, { count }) => sum + count, 0),
  }));
}

/**
 * Counts the messages of one send in each state. A message that was replaced by one to a corrected number is not
 * counted.
 */
export async function countSend(scope: Scope, broadcastID: number): Promise<StateCount[]> {
  const following = await listFollowing(scope, [broadcastID]);
  const rows = await countMessagesByState(scope, [broadcastID, ...following.map(({ id }) => id)]);
  const [corrected] = await countCorrected(scope, [broadcastID]);
  return [...Map.groupBy(rows, ({ status }) => status)].map(([status, same]) => {
    const count = same.reduce((sum, row) => sum + row.count, 0);
    return { status, count: status === 'skipped' ? count - (corrected?.count ?? 0) : count };
  });
}
