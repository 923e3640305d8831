/** Checks from time to time whether the nightly check of the ledger is due. */
import type { Deps } from '../../deps.ts';
import { lookPeriodically } from '../../loop.ts';
import { verifyWhenDue } from './audit.ts';

export type MoneyWatch = { stop: () => Promise<void> };

/** Runs until it is stopped. */
export const watchMoney = (deps: Deps): MoneyWatch =>
  lookPeriodically(deps, {
    look: (stopping) => verifyWhenDue(deps, stopping),
    first: 5 * 60_000,
    every: 10 * 60_000,
    failed: 'the ledger cannot be checked',
  });
