/** The runs of a campus: what they are about, how far they are, and whether they go on. */
import { type MessageState, messageStates } from '#shared/message-states.ts';
import type { Scope } from '../auth/scope.ts';
import { runsOf } from '../db/open-runs.ts';
import type { Db } from '../db/store.ts';

export type StateCount = { status: MessageState; count: number };

/** In the counts that the database keeps: all the runs of a campus together. */
export const everyRun = 0;

/** The counts are kept by campus and state, so both are named: by a part of their key they would be looked for in all. */
const counts = (db: Db) =>
  db
    .selectFrom('message_count')
    .select((eb) => ['status', eb.fn.sum<number>('count').as('count')])
    .where('status', 'in', messageStates);

/** How many messages are in each state, over every campus. */
export async function countStates(db: Db): Promise<StateCount[]> {
  return counts(db)
    .where('campusID', 'in', (eb) => eb.selectFrom('campus').select('id'))
    .where('broadcastID', '=', everyRun)
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
      'broadcast.media',
      'broadcast.template',
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

/** The templates by which these runs go, as stored; those that go by none are left away. */
export async function listTemplatesOfRuns(scope: Scope, broadcastIDs: number[]) {
  if (broadcastIDs.length === 0) return [];
  return runsOf(scope)
    .select(['id', 'template'])
    .where('id', 'in', broadcastIDs)
    .where('template', 'is not', null)
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

/** How many messages of these runs are in each state. */
export async function countRunsByState(scope: Scope, broadcastIDs: number[]) {
  if (broadcastIDs.length === 0) return [];
  return counts(scope.db)
    .select('broadcastID')
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
    .$if(change.broadcastID !== undefined, (query) => query.where('id', '=', change.broadcastID ?? 0))
    .returning('id')
    .execute();
  return rows.length;
}

export async function hasRun(scope: Scope, broadcastID: number): Promise<boolean> {
  return (await runsOf(scope).where('id', '=', broadcastID).executeTakeFirst()) !== undefined;
}
