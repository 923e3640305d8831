import type { Insertable, Updateable } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { insertMany } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Tables } from '../../platform/db/tables.ts';

const columns = ['id', 'state', 'vouchers', 'made', 'name', 'createdBy', 'touchedAt'] as const;
type NewJob = Omit<Insertable<Tables['voucher_job']>, 'id' | 'campusID' | 'state' | 'made' | 'touchedAt'>;

/** Undefined if this click has started a job before. */
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

/** The number of the campus's jobs in progress that have reported since this instant. */
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

/** Changes a job in progress; false if it has ended. */
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

/** Records the progress; false if the job was cancelled in the meantime. */
export const noteMade = (
  scope: Scope,
  jobID: number,
  { made, now }: { made: number; now: string },
): Promise<boolean> => updateWorking(scope, jobID, { made, touchedAt: now });

/** Ends a job in progress; false if it has ended already. */
export const endJob = (
  scope: Scope,
  jobID: number,
  { state, now }: { state: 'done' | 'failed' | 'cancelled'; now: string },
): Promise<boolean> => updateWorking(scope, jobID, { state, touchedAt: now });

export type NewPrint = Omit<Insertable<Tables['voucher_print']>, 'id' | 'campusID'>;

/** If one bill belongs to another campus, the whole insert fails. */
export async function insertPrints(scope: Scope, prints: readonly NewPrint[]): Promise<void> {
  const { campusID } = scope;
  await insertMany(
    scope.db,
    'voucher_print',
    prints.map((print) => ({ ...print, campusID })),
  );
}

/** Of all campuses: deletes the jobs that have not reported since this instant. Their files are gone. */
export async function deleteOldJobs(db: Db, before: string): Promise<void> {
  await db.deleteFrom('voucher_job').where('touchedAt', '<', before).execute();
}
