import type { Scope } from '../../auth/scope.ts';

/** The maximum number of listed bills. */
const mostShown = 200;

/** Lists the bills that a person has removed from the run of a day, if they still exist. */
export async function listSkipped(scope: Scope, runOn: string): Promise<{ billID: number; name: string }[]> {
  return scope.db
    .selectFrom('reminder')
    .innerJoin('bill', 'bill.id', 'reminder.billID')
    .select(['reminder.billID', 'bill.name'])
    .where('reminder.campusID', '=', scope.campusID)
    .where('bill.campusID', '=', scope.campusID)
    .where('reminder.state', '=', 'skipped')
    .where('reminder.runOn', '=', runOn)
    .orderBy('reminder.billID')
    .limit(mostShown)
    .execute();
}

/** Puts removed bills back into the run of a day. Returns the bills that had been removed. */
export async function deleteSkipped(
  scope: Scope,
  runOn: string,
  billIDs: readonly number[],
): Promise<number[]> {
  if (billIDs.length === 0) return [];
  const rows = await scope.db
    .deleteFrom('reminder')
    .where('campusID', '=', scope.campusID)
    .where('state', '=', 'skipped')
    .where('runOn', '=', runOn)
    .where('billID', 'in', billIDs)
    .returning('billID')
    .execute();
  return rows.map(({ billID }) => billID);
}
