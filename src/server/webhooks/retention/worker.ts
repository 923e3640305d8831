/** Runs retention once an hour, beside the worker that handles webhooks, so that neither waits for the other. */
import type { Deps } from '../../deps.ts';
import { lookPeriodically, type Watch } from '../../loop.ts';
import { deleteExpired, deleteOld, emptyBins } from './retention.ts';

/** Runs until it is stopped. */
export const watchRetention = (deps: Deps): Watch =>
  lookPeriodically(deps, {
    look: async (stopping) => {
      await deleteOld(deps, stopping);
      await deleteExpired(deps, stopping);
      await emptyBins(deps, stopping);
    },
    first: 2 * 60_000,
    every: 60 * 60_000,
    failed: 'old data cannot be deleted; the next try is in an hour',
  });
