/** Types that several modules of the counter share. */
import type { Allocated } from '#shared/money/allocation.ts';
import type { Scope } from '../auth/scope.ts';
import type { Owed } from '../ledger/ledger-queries.ts';
import type { MoneyNeeds } from '../ledger/model.ts';

/** The child for whom money was paid: a registration number, or a bill without one. */
export type MoneyOwner = { billID: number | null; regNum: string | null };

/** Amounts are in paisa. `isNew`: the money comes in now, and may pay for several children of a family. */
type MoneyUse = {
  owner: MoneyOwner;
  allocations: readonly Allocated[];
  bills: readonly Owed[];
  isNew: boolean;
  reason: string | undefined;
  now: string;
};
/** Records money of one child that pays the bill of another. Fails if that needs a right or a reason. */
export type RecordMoved = (
  scope: Scope,
  needs: Pick<MoneyNeeds, 'recordChange'>,
  use: MoneyUse,
) => Promise<void>;
