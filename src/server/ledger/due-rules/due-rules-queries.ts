import { openStatuses } from '#shared/money/bill-status.ts';
import type { Scope } from '../../auth/scope.ts';

type Page = { after: number; take: number };

/**
 * Lists bills that have another amount after their due date, beginning after the id `after`. Only these bills depend
 * on the due rules.
 */
export async function listWithTwoAmounts(scope: Scope, { after, take }: Page): Promise<{ id: number }[]> {
  return scope.db
    .selectFrom('bill')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('id', '>', after)
    .where('dueDate', 'is not', null)
    .where('amountAfterDueDate', 'is not', null)
    .orderBy('id')
    .limit(take)
    .execute();
}

/** Lists open bills that are due on this day or later. */
export async function listOpenDue(
  scope: Scope,
  { from, after, take }: Page & { from: string },
): Promise<{ id: number; dueDate: string | null }[]> {
  return scope.db
    .selectFrom('bill')
    .select(['id', 'dueDate'])
    .where('campusID', '=', scope.campusID)
    .where('id', '>', after)
    .where('status', 'in', openStatuses)
    .where('dueDate', '>=', from)
    .orderBy('id')
    .limit(take)
    .execute();
}
