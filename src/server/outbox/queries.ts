/** The outbox as the screen sees it: one campus, named in every statement. The worker’s own are in `sending/`. */
import type { OutboxFilter } from '#shared/calls/outbox.ts';
import { handedOver, type MessageState } from '#shared/message-states.ts';
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

const runsOf = ({ db, campusID }: Scope) =>
  db.selectFrom('broadcast').select('id').where('campusID', '=', campusID);

const waits = (status: OutboxFilter): boolean => status === 'pending' || status === 'sending';
/** With the provider: these have no index of their campus, for they change all the time. */
const isWithProvider = (status: OutboxFilter): boolean => handedOver.some((state) => state === status);

/** The runs that lead to the chosen messages by an index; undefined where their campus does. */
function runsTo(scope: Scope, { status, broadcastID, groupID }: OutboxChoice) {
  if (broadcastID !== undefined) return runsOf(scope).where('id', '=', broadcastID);
  if (groupID !== undefined) return runsOfGroup(scope, groupID);
  if (waits(status)) return openRuns(scope);
  return isWithProvider(status) ? runsOf(scope) : undefined;
}

function chosen(scope: Scope, choice: OutboxChoice) {
  const runs = runsTo(scope, choice);
  return (
    scope.db
      .selectFrom('message')
      .$if(runs === undefined, (query) => query.where('campusID', '=', scope.campusID))
      // Runs of the campus: to ask for it in each message too would be to read them all, and not only their index.
      .$if(runs !== undefined, (query) => query.where('broadcastID', 'in', runs ?? []))
      .$if(choice.status !== 'all', (query) =>
        query.where('status', '=', (choice.status === 'pending' ? 'queued' : choice.status) as MessageState),
      )
      // Of a run for several groups not every message is about this one.
      .$if(choice.groupID !== undefined, (query) => query.where('groupIDs', 'like', `% ${choice.groupID} %`))
      .$if(choice.search !== '', (query) =>
        query.where((eb) =>
          eb.or([
            contains(scope.db, eb.ref('name'), choice.search),
            contains(scope.db, eb.ref('number'), choice.search),
            contains(scope.db, eb.ref('text'), choice.search),
          ]),
        ),
      )
  );
}

export type OutboxPage = { after: number; from: number; take: number };

/** Messages newest first: from before the id `after` (0: from the newest), or without the first `from`. */
export async function listMessages(scope: Scope, choice: OutboxChoice, page: OutboxPage) {
  const ids = chosen(scope, choice)
    .select('id')
    .$if(page.after > 0, (query) => query.where('id', '<', page.after))
    .orderBy('id', 'desc')
    .limit(page.take)
    .offset(page.from);
  return scope.db
    .selectFrom('message')
    .select(columns)
    .where(campusByID, '=', scope.campusID)
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
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
  const rows = await runsOf(scope)
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

/** Run by run, as the index has them: to put all together at once would take twice as long. */
const countPerRun = (db: Db) =>
  db
    .selectFrom('message')
    .select((eb) => ['broadcastID', 'status', eb.fn.countAll<number>().as('count')])
    .groupBy(['broadcastID', 'status']);

const sumUp = (db: Db, perRun: ReturnType<typeof countPerRun>): Promise<StateCount[]> =>
  db
    .selectFrom(perRun.as('run'))
    .select((eb) => ['status', eb.fn.sum<number>('count').as('count')])
    .groupBy('status')
    .execute();

/** How many of the chosen messages are in each state. */
export async function countByState(
  scope: Scope,
  narrowed: Omit<OutboxChoice, 'status'>,
): Promise<StateCount[]> {
  const choice = { ...narrowed, status: 'all' as const };
  const runs = runsTo(scope, choice) ?? runsOf(scope);
  if (choice.search === '' && choice.groupID === undefined)
    return sumUp(scope.db, countPerRun(scope.db).where('broadcastID', 'in', runs));
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

/** The billings these runs are about, those that are still there: by their own ids, which the index begins with. */
export async function listGroupsOfRuns(scope: Scope, broadcastIDs: number[]) {
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

/** The states of these runs' messages. */
export async function countRunsByState(scope: Scope, broadcastIDs: number[]) {
  if (broadcastIDs.length === 0) return [];
  return countPerRun(scope.db)
    .where('broadcastID', 'in', runsOf(scope).where('id', 'in', broadcastIDs))
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
  return (await runsOf(scope).where('id', '=', broadcastID).executeTakeFirst()) !== undefined;
}

/** Over every campus; for the program's own figures. */
export async function countAllByState(db: Db): Promise<StateCount[]> {
  return sumUp(db, countPerRun(db));
}
