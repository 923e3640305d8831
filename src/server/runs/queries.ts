/** The runs of a campus: what they are about, how far they are, and whether they go on. */
import type { MessageState } from '#shared/message-states.ts';
import type { Scope } from '../auth/scope.ts';
import { runsOf } from '../db/open-runs.ts';
import type { Db } from '../db/store.ts';

export type StateCount = { status: MessageState; count: number };

/** Run by run, as the index has them: to put all together at once would take twice as long. */
const countPerRun = (db: Db) =>
  db
    .selectFrom('message')
    .select((eb) => ['broadcastID', 'status', eb.fn.countAll<number>().as('count')])
    .groupBy(['broadcastID', 'status']);

/** How many messages are in each state: of these runs, or over every campus. */
export async function countStates(db: Db, runs?: ReturnType<typeof runsOf>): Promise<StateCount[]> {
  const perRun = countPerRun(db).$if(runs !== undefined, (query) =>
    query.where('broadcastID', 'in', runs ?? []),
  );
  return db
    .selectFrom(perRun.as('run'))
    .select((eb) => ['status', eb.fn.sum<number>('count').as('count')])
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
