import type { Insertable, Updateable } from 'kysely';
import type { VoucherProblem } from '#shared/calls/vouchers.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Tables } from '../../platform/db/tables.ts';

const columns = ['id', 'state', 'vouchers', 'made', 'name', 'problems', 'createdBy', 'touchedAt'] as const;
type NewJob = Omit<
  Insertable<Tables['voucher_job']>,
  'id' | 'campusID' | 'state' | 'made' | 'problems' | 'contents' | 'touchedAt'
>;

/** Inserts a job. Undefined if the same click has already started a job. */
export async function insertJob(scope: Scope, job: NewJob): Promise<number | undefined> {
  const row = await scope.db
    .insertInto('voucher_job')
    .values({ ...job, campusID: scope.campusID, state: 'working', made: 0, touchedAt: job.createdAt })
    .onConflict((conflict) => conflict.columns(['campusID', 'clientID']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function findJob(scope: Scope, jobID: number) {
  return scope.db
    .selectFrom('voucher_job')
    .select(columns)
    .where('campusID', '=', scope.campusID)
    .where('id', '=', jobID)
    .executeTakeFirst();
}
export type JobRow = NonNullable<Awaited<ReturnType<typeof findJob>>>;

export async function findJobByClient(scope: Scope, clientID: string): Promise<JobRow | undefined> {
  return scope.db
    .selectFrom('voucher_job')
    .select(columns)
    .where('campusID', '=', scope.campusID)
    .where('clientID', '=', clientID)
    .executeTakeFirst();
}

/** Counts the unfinished jobs of the campus that have reported progress since this instant. */
export async function countWorking(scope: Scope, since: string): Promise<number> {
  const { jobs } = await scope.db
    .selectFrom('voucher_job')
    .select((eb) => eb.fn.countAll<number>().as('jobs'))
    .where('campusID', '=', scope.campusID)
    .where('state', '=', 'working')
    .where('touchedAt', '>', since)
    .executeTakeFirstOrThrow();
  return jobs;
}

/** Changes an unfinished job. False if the job has ended. */
async function updateWorking(
  scope: Scope,
  jobID: number,
  change: Updateable<Tables['voucher_job']>,
): Promise<boolean> {
  const row = await scope.db
    .updateTable('voucher_job')
    .set(change)
    .where('campusID', '=', scope.campusID)
    .where('id', '=', jobID)
    .where('state', '=', 'working')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores that the job still works. False if it has ended. */
export const touchJob = (scope: Scope, jobID: number, now: string): Promise<boolean> =>
  updateWorking(scope, jobID, { touchedAt: now });

/** Stores the progress. False if the job was cancelled in the meantime. */
export const noteMade = (
  scope: Scope,
  jobID: number,
  { made, now }: { made: number; now: string },
): Promise<boolean> => updateWorking(scope, jobID, { made, touchedAt: now });

type JobEnd = {
  state: 'done' | 'failed' | 'cancelled';
  now: string;
  problems?: readonly VoucherProblem[];
  contents?: string | undefined;
};

/** Ends an unfinished job. False if it has already ended. */
export const endJob = (
  scope: Scope,
  jobID: number,
  { state, now, problems = [], contents }: JobEnd,
): Promise<boolean> =>
  updateWorking(scope, jobID, {
    ...{ state, touchedAt: now, problems: JSON.stringify(problems) },
    contents: contents ?? null,
  });

/**
 * Deletes the jobs of all campuses that have not reported progress since this instant. Their files no longer exist.
 */
export async function deleteOldJobs(db: Db, before: string): Promise<void> {
  await db.deleteFrom('voucher_job').where('touchedAt', '<', before).execute();
}
