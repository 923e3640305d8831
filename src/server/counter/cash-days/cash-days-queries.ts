import type { Scope } from '../../auth/scope.ts';

/** Returns for how many days back cash may be entered without the right to delete. */
export async function findCashDays(scope: Scope): Promise<number> {
  const campus = await scope.db
    .selectFrom('campus')
    .select('cashDays')
    .where('id', '=', scope.campusID)
    .executeTakeFirstOrThrow();
  return campus.cashDays;
}

/** Sets for how many days back cash may be entered without the right to delete. */
export async function updateCashDays(scope: Scope, cashDays: number): Promise<void> {
  await scope.db.updateTable('campus').set({ cashDays }).where('id', '=', scope.campusID).execute();
}
