/** The outbox as the screen sees it: one campus, named in every statement. The worker’s own are in `sending/`. */
import type { OutboxFilter } from '#shared/calls/outbox.ts';
import type { MessageState } from '#shared/message-states.ts';
import type { Scope } from '../auth/scope.ts';
import { campusByID } from '../db/by-id.ts';
import { openRuns } from '../db/open-runs.ts';
import { contains } from '../db/search.ts';
import type { Db } from '../db/store.ts';

const columns = [
  'id',
  'broadcastID',
  'groupID',
  'billIDs',
  'number',
  'name',
  'text',
  'media',
  'status',
  'reason',
  'attempts',
  'dueAt',
  'decidedAt',
  'createdAt',
  'updatedAt',
] as const;

type RunChoice = { broadcastID?: number | undefined; groupID?: number | undefined };
export type OutboxChoice = RunChoice & { status: OutboxFilter; search: string };

const runsOfGroup = (scope: Scope, groupID: number) =>
  scope.db
    .selectFrom('broadcast_group')
    .select('broadcastID')
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', groupID);

const waits = (status: OutboxFilter): boolean => status === 'pending' || status === 'sending';

const chosen = (scope: Scope, { status, broadcastID, groupID, search }: OutboxChoice) =>
  scope.db
    .selectFrom('message')
    .$if(broadcastID === undefined && groupID === undefined, (query) =>
      query.where('campusID', '=', scope.campusID),
    )
    // What waits is in few runs; what came to its end has an index of its own.
    .$if(broadcastID === undefined && groupID === undefined && waits(status), (query) =>
      query.where('broadcastID', 'in', openRuns(scope)),
    )
    .$if(broadcastID !== undefined || groupID !== undefined, (query) =>
      query.where(campusByID, '=', scope.campusID),
    )
    .$if(status !== 'all', (query) =>
      query.where('status', '=', (status === 'pending' ? 'queued' : status) as MessageState),
    )
    .$if(broadcastID !== undefined, (query) => query.where('broadcastID', '=', broadcastID ?? 0))
    // The runs lead to the messages by an index; of a run for several groups not every message is about this one.
    .$if(groupID !== undefined, (query) =>
      query
        .where('broadcastID', 'in', runsOfGroup(scope, groupID ?? 0))
        .where('groupIDs', 'like', `% ${groupID} %`),
    )
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          contains(eb.ref('name'), search),
          contains(eb.ref('number'), search),
          contains(eb.ref('text'), search),
        ]),
      ),
    );

export type OutboxPage = { after: number; from: number; take: number };

/** Messages newest first: from before the id `after` (0: from the newest), or without the first `from`. */
export async function listMessages(scope: Scope, choice: OutboxChoice, page: OutboxPage) {
  return chosen(scope, choice)
    .select(columns)
    .$if(page.after > 0, (query) => query.where('id', '<', page.after))
    .orderBy('id', 'desc')
    .limit(page.take)
    .offset(page.from)
    .execute();
}

/** The latest messages that speak of this bill, newest first: found in the runs of its billing. */
export async function listMessagesOfBill(
  scope: Scope,
  { groupID, billID }: { groupID: number; billID: number },
  most: number,
) {
  return scope.db
    .selectFrom('message')
    .select(columns)
    .where(campusByID, '=', scope.campusID)
    .where('broadcastID', 'in', runsOfGroup(scope, groupID))
    .where('billIDs', 'like', `% ${billID} %`)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** The runs to look for chosen messages in, newest first. */
export async function listRunIDs(scope: Scope, { broadcastID, groupID }: RunChoice): Promise<number[]> {
  const rows = await scope.db
    .selectFrom('broadcast')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .$if(broadcastID !== undefined, (query) => query.where('id', '=', broadcastID ?? 0))
    .$if(groupID !== undefined, (query) => query.where('id', 'in', runsOfGroup(scope, groupID ?? 0)))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/** The ids of a run's chosen messages, newest first: a number each, where whole rows would be too much at once. */
export async function listMessageIDs(
  scope: Scope,
  choice: OutboxChoice & { broadcastID: number },
): Promise<number[]> {
  const rows = await chosen(scope, choice).select('id').orderBy('id', 'desc').execute();
  return rows.map(({ id }) => id);
}

/** At most a few thousand at once; newest first. */
export async function listMessagesByID(scope: Scope, ids: number[]) {
  if (ids.length === 0) return [];
  return scope.db
    .selectFrom('message')
    .select(columns)
    .where(campusByID, '=', scope.campusID)
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute();
}

export type StateCount = { status: MessageState; count: number };

/** How many of the chosen messages are in each state. */
export async function countByState(scope: Scope, choice: OutboxChoice): Promise<StateCount[]> {
  return chosen(scope, choice)
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
}

/** The latest runs with who made them. */
export async function listRuns(scope: Scope, most: number) {
  return scope.db
    .selectFrom('broadcast')
    .leftJoin('user', 'user.id', 'broadcast.createdBy')
    .select([
      'broadcast.id',
      'broadcast.text',
      'broadcast.state',
      'broadcast.total',
      'broadcast.createdAt',
      'broadcast.startAt',
      'broadcast.startedAt',
      'broadcast.notice',
      'user.name as by',
    ])
    .where('broadcast.campusID', '=', scope.campusID)
    .orderBy('broadcast.id', 'desc')
    .limit(most)
    .execute();
}

/** The states of these runs' messages. */
export async function countRunsByState(scope: Scope, broadcastIDs: number[]) {
  if (broadcastIDs.length === 0) return [];
  return scope.db
    .selectFrom('message')
    .select((eb) => ['broadcastID', 'status', eb.fn.countAll<number>().as('count')])
    .where('campusID', '=', scope.campusID)
    .where('broadcastID', 'in', broadcastIDs)
    .groupBy(['broadcastID', 'status'])
    .execute();
}

/** Pauses or resumes one run, or every one of the campus; answers how many changed. */
export async function setRunState(
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
      strikes: 0,
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
    .$if(change.broadcastID !== undefined, (query) => query.where('id', '=', change.broadcastID ?? 0))
    .returning('id')
    .execute();
  return rows.length;
}

export async function hasRun(scope: Scope, broadcastID: number): Promise<boolean> {
  const row = await scope.db
    .selectFrom('broadcast')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('id', '=', broadcastID)
    .executeTakeFirst();
  return row !== undefined;
}

/** Over every campus; for the program's own figures. */
export async function countAllByState(db: Db): Promise<StateCount[]> {
  return db
    .selectFrom('message')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
}
