/** For how many days back a clerk may enter cash. `payments/doubts.ts` refuses older cash. */
import { changesBetween } from '#shared/trail.ts';
import { updateCashDays } from '../../auth/auth-queries.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { MoneyNeeds } from '../../ledger/model.ts';
import { findCashDays } from '../payments/payments-queries.ts';

/** Changes the number of days. Payments that were entered before stay as they are. */
export async function changeCashDays(
  scope: Scope,
  { now, recordChange }: Pick<MoneyNeeds, 'now' | 'recordChange'>,
  cashDays: number,
): Promise<void> {
  await withCampusLock(scope, async (scope) => {
    const { campusID, campus } = scope;
    const changes = changesBetween({ cashDays: await findCashDays(scope) }, { cashDays });
    if (Object.keys(changes).length === 0) return;
    await updateCashDays(scope.db, campusID, cashDays);
    const about = { kind: 'school', id: campusID, name: campus.name } as const;
    await recordChange(scope, { what: 'cashDaysChanged', at: now().toISOString(), about, changes });
  });
}
