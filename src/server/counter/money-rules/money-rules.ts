/** Rules about money: how late cash may come (`payments/doubts.ts`), and whether new bills use credit (`ledger/credits`). */
import type { MoneyRules } from '#shared/calls/money-rules.ts';
import { changesBetween } from '#shared/trail.ts';
import { findMoneyRules, updateMoneyRules } from '../../auth/auth-queries.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { MoneyNeeds } from '../../ledger/model.ts';

/** Changes the rules. Earlier payments and bills stay as they are. */
export async function changeMoneyRules(
  scope: Scope,
  { now, recordChange }: Pick<MoneyNeeds, 'now' | 'recordChange'>,
  rules: MoneyRules,
): Promise<void> {
  await withCampusLock(scope, async (scope) => {
    const { campusID, campus } = scope;
    const changes = changesBetween(await findMoneyRules(scope.db, campusID), rules);
    if (Object.keys(changes).length === 0) return;
    await updateMoneyRules(scope.db, campusID, rules);
    const about = { kind: 'school', id: campusID, name: campus.name } as const;
    await recordChange(scope, { what: 'moneyRulesChanged', at: now().toISOString(), about, changes });
  });
}
