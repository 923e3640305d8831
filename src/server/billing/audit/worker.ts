/** Looks now and then whether the night's look at the ledger is still to be taken. */
import type { Deps } from '../../deps.ts';
import { lookPeriodically } from '../../loop.ts';
import { verifyWhenDue } from './actions.ts';

export type MoneyWatch = { stop: () => Promise<void> };

/** From now on, until it is stopped. */
export const watchMoney = (deps: Deps): MoneyWatch =>
  lookPeriodically(deps, {
    look: () => verifyWhenDue(deps),
    first: 5 * 60_000,
    every: 10 * 60_000,
    failed: 'the ledger cannot be looked at',
  });
